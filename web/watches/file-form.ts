import { charsets, type delimiters } from '@ruam/contract/formats/files.ts'

type Charset = (typeof charsets)[number]
type Delimiter = (typeof delimiters)[number]

interface FileForm {
  type: string
  charset?: Charset
  delimiter?: Delimiter
  sheet?: string
  headerRow: string
}

/** Reads the form of a file: `csv utf-8 , 1` of a text, `xlsx Sheet1 1` of a workbook. */
export function readForm(form: string): FileForm {
  const [type = '', charset] = form.split(' ')
  const rest = form.slice(type.length + 1)
  const end = rest.lastIndexOf(' ')
  const headerRow = rest.slice(end + 1)
  const known = charsets.find((one) => one === charset)
  if (!known) return { type, sheet: rest.slice(0, Math.max(0, end)), headerRow }
  // A blank is a delimiter too.
  return { type, charset: known, delimiter: rest.slice(known.length + 1, end) as Delimiter, headerRow }
}
