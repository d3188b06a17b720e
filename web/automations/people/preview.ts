import type { automationUndo } from '@ruam/contract/automations/undo.ts'
import type { Got } from '../../data/api.ts'

/** What taking an automation back would do. */
export type Preview = Got<typeof automationUndo.preview>
