import { canonicalText } from '../values/thai.ts'
import { splitZone } from './zoned-header.ts'

/** A header as keywords are compared: lower case, without its time zone, blanks and _ - . / ( ) : */
export function normalizeHeader(header: string): string {
  return canonicalText(splitZone(header).name)
    .toLowerCase()
    .replace(/[\s_\-./():]+/g, '')
}
