import { createApp } from '../app/app.ts'
import type { Core } from '../servers/core.ts'

/** Returns the calls of the whole server over other services, settings or limits; without the web. */
export const testApp = (core: Core, options: Omit<NonNullable<Parameters<typeof createApp>[1]>, 'web'> = {}) =>
  createApp(core, { web: false, ...options })
