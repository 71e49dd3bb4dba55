import type { Method, MethodResult } from '../../protocol/methods.js';
import type { Operation } from './operation.js';

/** What answers each method. */
export type Operations = { readonly [M in Method]: Operation<MethodResult<M>> };
