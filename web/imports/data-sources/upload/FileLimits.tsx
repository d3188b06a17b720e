import { MAX_FILE_BYTES, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '@ruam/contract/platform/constants.ts'
import { formatBytes } from '../../../data/format-size.ts'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'

/** Maximum size of a file, in words. */
export function FileLimits() {
  const t = useWords(importing)
  return t.limits({ size: formatBytes(MAX_FILE_BYTES), rows: MAX_FILE_ROWS, columns: MAX_FILE_COLUMNS })
}
