/** The only origin that a window of the application ever shows. */
export const PAGE_ORIGIN = 'app://console';

/** Scripts and styles of the application's own files only; nothing inline, nothing evaluated, nothing from elsewhere. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
