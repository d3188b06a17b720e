import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { qualitiesOf } from './qualities.ts'

// Page for customers whose link does not open. It names no store: anybody may try addresses.

const texts = {
  gone: [
    ['ลิงก์นี้ใช้ไม่ได้แล้ว', 'หากยังต้องการดู กรุณาขอลิงก์ใหม่จากร้านที่ส่งข้อความให้คุณ'],
    ['This link no longer works', 'If you still need it, please ask the store that messaged you for a new link.'],
  ],
  later: [
    ['เปิดลิงก์นี้ไม่ได้ในตอนนี้', 'กรุณาลองอีกครั้งในอีกสักครู่'],
    ['This link cannot be opened right now', 'Please try again in a moment.'],
  ],
} as const

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.6 system-ui,"Noto Sans Thai","Sarabun",sans-serif}
main{max-width:26em;padding:32px 24px}
h1,h2{margin:0;font-size:20px;line-height:1.4}
h2{margin-top:32px;font-size:16px}
p{margin:8px 0 0}
section{opacity:.85}`

/** Policy of the page: nothing is loaded but its style, and nothing runs. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageOf = ([[title, text], [englishTitle, englishText]]: (typeof texts)[keyof typeof texts]) => `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<section lang="en">
<h2>${englishTitle}</h2>
<p>${englishText}</p>
</section>
</main>
</body>
</html>
`

const pages = { gone: pageOf(texts.gone), later: pageOf(texts.later) }

/** True for a browser that opens a link of a message, or a page of My data. Programs name JSON, or accept anything. */
export function wantsLinkPage({ url, headers: { accept = '' } }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return /^\/[ld](?:\/|$)/.test(url) && (qualitiesOf(accept).get('text/html') ?? 0) > 0
}

/** Sends the page instead of an error. An address that cannot be read was never a link. */
export const sendLinkPage = (reply: FastifyReply, status: number): FastifyReply => {
  const isGone = status === 404 || status === 400
  return reply
    .code(isGone ? 404 : status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .send(isGone ? pages.gone : pages.later)
}
