import type { FileSettings, fileTypes } from '@ruam/contract/formats/files.ts'
import type { Download } from '@ruam/contract/platform/endpoint.ts'
import type { Storage } from '../../storage/storage.ts'

const contentTypes: Record<(typeof fileTypes)[number], string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** An uploaded file as it came in. */
export function downloadOf(
  storage: Storage,
  file: {
    name: string
    size: number
    type: (typeof fileTypes)[number]
    storage_key: string
    settings: Pick<FileSettings, 'charset'>
  },
): Download {
  const charset = file.type === 'xlsx' ? '' : `; charset=${file.settings.charset}`
  return {
    file_name: file.name,
    content_type: `${contentTypes[file.type]}${charset}`,
    content: storage.read(file.storage_key),
    size: file.size,
  }
}
