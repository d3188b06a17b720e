import { words } from '../core/text.ts'

/** The word of the button, which pages show before the rest of exports is fetched. */
export const exportName = words({ export: ['ส่งออก', 'Export'] })
