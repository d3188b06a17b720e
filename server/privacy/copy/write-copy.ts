import type { CopyContent, CopyRow } from './content.ts'

/** Head of a copy. */
interface About {
  store: string
  made_at: string
  request: number
}

/** The copy as JSON: one member for each part. */
export async function* jsonCopy({ parts }: CopyContent, about: About): AsyncGenerator<string> {
  yield `${JSON.stringify(about).slice(0, -1)}`
  for (const { name, rows } of parts) {
    yield `,\n${JSON.stringify(name)}: [`
    let first = true
    for await (const row of rows()) {
      yield `${first ? '' : ','}\n  ${JSON.stringify(row)}`
      first = false
    }
    yield ']'
  }
  yield '}\n'
}

const style = `body{font:16px/1.6 'Sarabun','Noto Sans Thai',sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2933}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2rem 0 .5rem}small{color:#52606d;font-weight:400}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d9e2ec;padding:.35rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
@media print{h2{break-after:avoid}tr{break-inside:avoid}}`

/** The copy as a page that reads without a program: Thai headings, English beneath, a table for each part. */
export async function* htmlCopy(
  { parts, hidden }: CopyContent,
  { store, made_at, request }: About,
): AsyncGenerator<string> {
  yield `<!doctype html><html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>ข้อมูลของคุณที่ ${html(store)}</title><style>${style}</style></head><body>
<h1>ข้อมูลของคุณที่ ${html(store)}<br><small>Your data at ${html(store)}</small></h1>
<p>ทำเมื่อ ${html(made_at)} · คำขอเลขที่ ${request}</p>`
  for (const { title, rows } of parts) {
    yield `<h2>${html(title[0])} <small>${html(title[1])}</small></h2>`
    let any = false
    for await (const row of rows()) {
      if (!any) yield '<table>'
      any = true
      yield `<tr><td>${cells(row)}</td></tr>\n`
    }
    yield any ? '</table>' : '<p>ไม่มี <small>None</small></p>'
  }
  if (hidden() > 0)
    yield `<p>ปิดข้อมูลของคนอื่นไว้ ${hidden()} แห่ง <small>${hidden()} values of others are hidden.</small></p>`
  yield '</body></html>\n'
}

/** A row as lines of names and values, without members that are empty. */
const cells = (row: CopyRow): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `<small>${html(name)}</small> ${html(plain(value))}`)
    .join('<br>')

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : Array.isArray(value)
      ? value.map(plain).join(', ')
      : value === null
        ? '–'
        : Object.entries(value as CopyRow)
            .map(([name, one]) => `${name}: ${plain(one)}`)
            .join(' · ')

/** Text as HTML. */
export const html = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)
