import type { Language } from '@ruam/contract/errors/catalog.ts'

/** Texts of a mail in one language, as plain text: names in it come from strangers. */
interface Words {
  subject: string
  paragraphs: readonly string[]
  /** Link, if any. */
  link?: { words: string; address: string }
  /** Paragraphs below the link. */
  small?: readonly string[]
}

/** A mail to one person. */
export interface Letter {
  to: string
  /** The language the recipient has chosen; null for both, if it is unknown. */
  language: Language | null
  words: Record<Language, Words>
}

/** A mail as it is sent. */
interface Composed {
  subject: string
  text: string
  html: string
}

const SUBJECT = 180

/** On one line: a store's name may hold any character, and a header of a mail ends with its line. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** A name without what mail programs turn into a link: an invitation must not carry advertising to strangers. */
export const withoutLinks = (name: string) =>
  oneLine(name.replace(/:\/\/|@/g, ' ').replace(/[.。．｡](?=[\p{L}\p{M}\p{N}])/gu, '. '))

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => oneLine(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter]!)

const textOf = ({ paragraphs, link, small = [] }: Words) =>
  [
    ...paragraphs.map(oneLine),
    ...(link ? [`${oneLine(link.words)}:\n${link.address}`] : []),
    ...small.map(oneLine),
  ].join('\n\n')

const p = (style: string, inner: string) => `<p style="margin:0 0 16px;${style}">${inner}</p>`
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6173;color:#ffffff;text-decoration:none'

const htmlOf = (language: Language, { paragraphs, link, small = [] }: Words) =>
  `<div lang="${language}">${[
    ...paragraphs.map((paragraph) => p('', escaped(paragraph))),
    ...(link
      ? [
          p('', `<a href="${escaped(link.address)}" style="${BUTTON}">${escaped(link.words)}</a>`),
          p('font-size:13px;color:#555555;word-break:break-all', escaped(link.address)),
        ]
      : []),
    ...small.map((line) => p('font-size:13px;color:#555555', escaped(line))),
  ].join('')}</div>`

/** Puts a mail together: in the language of its reader, or in both, Thai first. */
export function compose({ language, words }: Letter): Composed {
  const languages: Language[] = language ? [language] : ['th', 'en']
  const subject = languages.map((one) => oneLine(words[one].subject)).join(' / ')
  const rule = '<hr style="border:0;border-top:1px solid #dddddd;margin:24px 0">'
  const body = languages.map((one) => htmlOf(one, words[one])).join(rule)
  return {
    subject: [...subject].slice(0, SUBJECT).join(''),
    text: `${languages.map((one) => textOf(words[one])).join('\n\n----------\n\n')}\n`,
    html: `<!doctype html><html lang="${languages[0]}"><head><meta charset="utf-8"></head><body style="margin:0;padding:24px;font:16px/1.6 sans-serif;color:#222222"><div style="max-width:480px">${body}</div></body></html>`,
  }
}
