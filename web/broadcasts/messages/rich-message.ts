import type { pictureWidths } from '@ruam/contract/broadcasts/media.ts'
import { type DraftMessage, mediaAddress } from '../broadcast.ts'

export type Rich = Extract<DraftMessage, { type: 'imagemap' }>
export type RichArea = Rich['areas'][number]

/** Returns where this server shows the picture of a rich message. */
export const richAddress = (name: string, width: (typeof pictureWidths)[number]) => `${mediaAddress(name)}/${width}`
