import { MAX_FILE_BYTES, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '@ruam/contract/constants.ts'
import { formatBytes } from '../../core/format.ts'
import { useWords } from '../../core/text.ts'
import { importing } from '../import-text.ts'

/** How large a file may be, in words. */
export function FileLimits() {
  const t = useWords(importing)
  return t.limits({ size: formatBytes(MAX_FILE_BYTES), rows: MAX_FILE_ROWS, columns: MAX_FILE_COLUMNS })
}
