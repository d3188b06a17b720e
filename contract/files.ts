import { z } from 'zod'
import { Id } from './common.ts'
import { feature } from './endpoint.ts'

export const fileTypes = ['csv'] as const
export const delimiters = [',', ';', '\t', '|'] as const
export const charsets = ['utf-8'] as const

/** How a file is read. */
export const FileSettings = z.strictObject({
  delimiter: z.enum(delimiters).default(','),
  charset: z.enum(charsets).default('utf-8'),
})
export type FileSettings = z.output<typeof FileSettings>

export const File = z.object({
  file_id: Id,
  file_name: z.string(),
  /** Bytes. */
  file_size: z.int(),
  file_type: z.enum(fileTypes),
  settings: FileSettings,
})

export const files = feature({
  import: {
    method: 'POST',
    path: '/file/import',
    permission: 'cdp-core.datasource.create',
    upload: 'multipart',
    response: File,
    errors: ['file_type_not_supported', 'file_empty', 'too_large'],
  },
})
