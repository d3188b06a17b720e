import type { FileKind } from '@ruam/contract/formats/files.ts'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import type { ReadingSettings } from './use-upload.ts'

/** Names of delimiters. */
export function useDelimiterWords(): Record<ReadingSettings['delimiter'], string> {
  const t = useWords(importing)
  return {
    ',': t.comma,
    ';': t.semicolon,
    '\t': t.tab,
    '|': t.pipe,
    '||': t.doublePipe,
    '::': t.doubleColon,
    ' ': t.blank,
  }
}

/** Names of charsets. */
export function useLetterWords(): Record<ReadingSettings['charset'], string> {
  const t = useWords(importing)
  return {
    'utf-8': t.letters_usual,
    'windows-874': t.letters_thai,
    'utf-16le': t.letters_unicode,
    'utf-16be': t.letters_unicode,
  }
}

/** Name of the true kind of a file. */
export function useKindWord(): (kind: FileKind) => string {
  const t = useWords(importing)
  return (kind) => t[`kind_${kind}`]
}
