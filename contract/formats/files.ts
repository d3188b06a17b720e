import { z } from 'zod'
import { Id, Text } from '../platform/common.ts'
import { DEFAULT_DELIMITER } from '../platform/constants.ts'
import { feature } from '../platform/endpoint.ts'

/** How a file is read: delimited text, or a table of any kind (`xlsx`). */
export const fileTypes = ['csv', 'tsv', 'xlsx'] as const
/** True kinds of files that are read as a table. `excel_xml`: SpreadsheetML 2003. */
const tableKinds = ['xlsx', 'xls', 'xlsb', 'ods', 'excel_xml', 'html', 'dbf', 'vcard', 'json', 'json_lines'] as const
export type TableKind = (typeof tableKinds)[number]
/** True kinds of files. */
export const fileKinds = ['csv', 'tsv', ...tableKinds] as const
export type FileKind = (typeof fileKinds)[number]
/** Separators of cells. A blank matches any number of blanks. */
export const delimiters = [',', ';', '\t', '|', '||', '::', ' '] as const
/**
 * Quoting of cells with delimiters or line breaks. double: "...", inner quotes doubled; single: '...' likewise; backslash: "...", with a
 * backslash before inner quotes, delimiters and backslashes.
 */
export const quoteStyles = ['double', 'single', 'backslash'] as const
export const charsets = ['utf-8', 'utf-16le', 'utf-16be', 'windows-874'] as const

const settings = {
  delimiter: z.enum(delimiters),
  charset: z.enum(charsets),
  quotes: z.enum(quoteStyles),
  /** Which of the rows that are not blank holds the names of the columns, counted from 1; 0: none does. */
  header_row: z.int().min(0).max(50),
  /** Columns without a name and without any value at the right end of the table are no part of it. */
  drop_empty_last: z.boolean(),
  /** For workbooks. */
  sheet: Text(100).nullable(),
  /** Sheets of the workbook with the same columns, read after this one. */
  more_sheets: z.array(Text(100)).max(12),
}

/** Requested reading options of a file. No defaults: omitted ones are detected. */
export const RequestedSettings = z.strictObject(settings).partial()

/** Reading options of a file. */
export const FileSettings = z.strictObject({
  delimiter: settings.delimiter.default(DEFAULT_DELIMITER),
  charset: settings.charset.default('utf-8'),
  quotes: settings.quotes.default('double'),
  header_row: settings.header_row.default(1),
  drop_empty_last: settings.drop_empty_last.default(false),
  sheet: settings.sheet.default(null),
  more_sheets: settings.more_sheets.optional(),
})
export type FileSettings = z.output<typeof FileSettings>

const File = z.object({
  file_id: Id,
  file_name: z.string(),
  /** Bytes. */
  file_size: z.int(),
  file_type: z.enum(fileTypes),
  file_kind: z.enum(fileKinds),
  settings: FileSettings,
})

/** Warnings about dropped content of a file, with its {count}. */
export const fileWarnings = {
  nuls_removed: {
    th: 'ตัดอักขระที่มองไม่เห็นออก {count} ตัว ไม่ต้องดำเนินการใด ๆ',
    en: 'Invisible characters removed: {count}. No action needed.',
  },
  headers_left_out: {
    th: 'มีแถวหัวคอลัมน์ซ้ำในไฟล์ {count} แถว ระบบไม่นำเข้าแถวเหล่านี้ ไม่ต้องดำเนินการใด ๆ',
    en: 'Rows that repeat the header: {count}. They are not imported. No action needed.',
  },
  page_rows_left_out: {
    th: 'มี {count} แถวที่ไม่ใช่ข้อมูล เช่นคำอธิบายใต้หัวคอลัมน์ หัวและท้ายกระดาษ ยอดรวมระหว่างหน้า ระบบไม่นำเข้าแถวเหล่านี้ ไม่ต้องดำเนินการใด ๆ',
    en: 'Rows without data, such as explanations under the header, page headers and footers, or subtotals: {count}. They are not imported. No action needed.',
  },
  lines_unwrapped: {
    th: 'ไฟล์เก็บแต่ละบรรทัดไว้ในช่องเดียว ระบบแยกเป็นคอลัมน์ให้แล้ว {count} แถว ไม่ต้องดำเนินการใด ๆ',
    en: 'Each line of the file was saved as one cell and has been split into columns. Rows: {count}. No action needed.',
  },
  errors_left_out: {
    th: 'มี {count} ช่องที่เป็นข้อผิดพลาดของ Excel เช่น #N/A ระบบถือว่าเป็นช่องว่าง กรุณาแก้ในไฟล์หากต้องการค่า',
    en: 'Cells with an Excel error such as #N/A, treated as empty: {count}. Correct them in the file if you need their values.',
  },
  formulas_left_out: {
    th: 'มี {count} ช่องที่เป็นสูตรซึ่งไฟล์ไม่ได้เก็บผลลัพธ์ไว้ กรุณาเปิดใน Excel แล้วบันทึกใหม่หากต้องการค่า',
    en: 'Cells with a formula whose result is not in the file: {count}. Open it in Excel and save it again if you need their values.',
  },
  rows_hidden: {
    th: 'มี {count} แถวที่ซ่อนอยู่ใน Excel เช่นจากการกรอง ระบบจะนำเข้าด้วย หากไม่ต้องการ กรุณาลบแถวเหล่านั้นในไฟล์',
    en: 'Rows hidden in Excel, such as by a filter: {count}. They are imported too. Delete them in the file if you do not want them.',
  },
  columns_hidden: {
    th: 'มี {count} คอลัมน์ที่ซ่อนอยู่ใน Excel ระบบอ่านด้วย หากไม่ต้องการ เลือกไม่นำเข้าในตารางจับคู่',
    en: 'Columns hidden in Excel: {count}. They are read too. Leave them out in the mapping if you do not want them.',
  },
  letters_garbled: {
    th: 'มี {count} ช่องที่ตัวอักษรเพี้ยนมาในไฟล์ กรุณาส่งออกไฟล์จากโปรแกรมเดิมใหม่เป็น CSV UTF-8 หรือ Excel แล้วอัปโหลดอีกครั้ง',
    en: 'Cells with garbled text in the file: {count}. Export it again as CSV UTF-8 or Excel, and upload it again.',
  },
  rows_erased: {
    th: 'ลบ {count} แถวของผู้ที่ขอให้ลบข้อมูลออกจากไฟล์นี้แล้ว ไฟล์ที่ดาวน์โหลดจึงไม่เหมือนไฟล์ต้นฉบับ ไม่ต้องดำเนินการใด ๆ',
    en: 'Rows removed because their data was erased on request: {count}. A download is therefore not the original file. No action needed.',
  },
  workbook_erased: {
    th: 'ไฟล์ Excel นี้มีข้อมูลของผู้ที่ขอให้ลบ ระบบจึงเก็บเฉพาะแถวที่เหลือไว้เป็น CSV ไม่ต้องดำเนินการใด ๆ',
    en: 'This workbook contained data that was erased on request. Only its other rows are kept, as CSV. No action needed.',
  },
} as const satisfies Record<string, { th: string; en: string }>
export interface FileWarning {
  name: keyof typeof fileWarnings
  count: number
}

export const files = feature({
  import: {
    method: 'POST',
    path: '/file/import',
    summary: ['อัปโหลดไฟล์ที่จะนำเข้า', 'Upload a file to import'],
    permission: 'cdp-core.datasource.create',
    audit: 'file_uploaded',
    upload: 'multipart',
    response: File,
    errors: [
      'file_type_not_supported',
      'picture_file',
      'pdf_file',
      'document_file',
      'archive_file',
      'web_page',
      'json_broken',
      'file_empty',
      'too_large',
      'storage_full',
      'file_encrypted',
      'workbook_broken',
      'workbook_too_big',
    ],
  },
})
