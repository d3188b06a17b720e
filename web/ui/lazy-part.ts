import { lazy } from 'react'
import { retry } from './retry.ts'

/** React's `lazy` for a part of a screen: without a connection it does not take away the screen that it is a part of. */
export const lazyPart: typeof lazy = (load) => lazy(() => retry(load, { offline: 'wait' }))
