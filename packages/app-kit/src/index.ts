export { AppError, type AppErrorCode, isAppError } from './errors/app-error.js';
