// Runs before the first paint, so that the page is never drawn in the other theme first.
(() => {
  let wish = null;
  try {
    wish = localStorage.getItem('changeover.theme');
  } catch {
    // Storage may be refused; the system's theme holds then.
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
