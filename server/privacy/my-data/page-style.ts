import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { builtWeb } from '../../http/serve-web.ts'

const rules = `:root{color-scheme:light dark;--text:#151b1d;--quiet:#566266;--line:#dfe4e5;--soft:#f1f4f4;--accent:#0b6173;--on:#fff;--info:#e9f1fa;--infotext:#245a9e;--danger:#b0281f;--page:#fff}
@media(prefers-color-scheme:dark){:root{--text:#eef2f3;--quiet:#a8b4b8;--line:#323c3f;--soft:#1d2426;--accent:#6fc3d4;--on:#0d1214;--info:#17263a;--infotext:#a9cbf5;--danger:#f29089;--page:#111718}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:17px/1.5 "IBM Plex Sans Thai","Noto Sans Thai",Sarabun,system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:560px;margin:0 auto;padding:12px 20px}
header{display:flex;align-items:center;gap:12px;border-bottom:1px solid var(--line)}
header i{flex:none;width:44px;height:44px;border-radius:50%;background:var(--accent);color:var(--on);display:grid;place-items:center;font-style:normal}
header div{flex:1;min-width:0}
header b{display:block;font-size:19px}
h1{font-size:24px;margin:16px 0 4px}
h2{font-size:18px;margin:28px 0 4px}
p{margin:6px 0}
small,.quiet{color:var(--quiet);font-size:15px}
a{color:var(--accent)}
.note{background:var(--info);color:var(--infotext);border-radius:12px;padding:14px 16px;margin:14px 0}
.note b{display:block}
.bad{background:none;border:1px solid var(--danger);color:var(--danger)}
dl,ul{margin:0;padding:0;list-style:none}
.row{border-bottom:1px solid var(--line)}
.row>summary,.plain{display:flex;gap:12px;padding:14px 0;min-height:48px;align-items:baseline}
.row>summary{cursor:pointer;list-style:none}
.row>summary::-webkit-details-marker,.all>summary::-webkit-details-marker{display:none}
.label{flex:0 0 32%;color:var(--quiet)}
.value{flex:1;min-width:0}
.link{color:var(--accent);font-weight:600;white-space:nowrap}
.all>summary{list-style:none;cursor:pointer;color:var(--accent);font-weight:600;padding:14px 0}
form{margin:0 0 16px}
label{display:block;margin:4px 0}
textarea,input{width:100%;min-height:84px;font:inherit;color:inherit;background:var(--page);border:1px solid var(--quiet);border-radius:8px;padding:10px}
input:not([type=hidden]){min-height:48px;max-width:220px;margin:0 0 10px;display:block;letter-spacing:.2em}
button,.button{display:inline-block;font:inherit;font-weight:600;min-height:48px;padding:10px 20px;border-radius:8px;border:1px solid var(--accent);background:var(--accent);color:var(--on);cursor:pointer;text-decoration:none}
.light{background:none;color:var(--accent)}
.danger{border-color:var(--danger);background:var(--danger);color:var(--page)}
.card{background:var(--soft);border-radius:12px;padding:14px 16px;margin:10px 0}
.card form{margin:10px 0 0}
.ask b.red{color:var(--danger)}
.ask>summary{display:block;position:relative;padding-right:32px}
.ask>summary::after{content:"";position:absolute;right:6px;top:50%;width:9px;height:9px;margin-top:-5px;border:solid var(--quiet);border-width:2px 2px 0 0;transform:rotate(45deg)}
.ask[open]>summary::after{transform:rotate(135deg)}
header a{display:inline-block;padding:12px 4px;white-space:nowrap}
.leave{margin-top:24px}
.ask>summary b{display:block}
footer{border-top:1px solid var(--line);margin-top:32px;text-align:center}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

/** Files of the web app's font by their build names: phones that have opened neither show their own letters until it comes. */
const FONT = /^ibm-plex-sans-thai-(thai|latin)-(400|600)-normal-.*\.woff2$/
/** Letters of the Thai file; the other one has the rest. */
const THAI = 'unicode-range:U+E01-E5B,U+200C-200D,U+25CC;'

function faces(): string {
  const folder = `${builtWeb}/assets`
  if (!existsSync(folder)) return ''
  return readdirSync(folder)
    .flatMap((file) => {
      const [, letters, weight] = FONT.exec(file) ?? []
      if (!letters) return []
      return `@font-face{font-family:"IBM Plex Sans Thai";font-display:swap;font-weight:${weight};${letters === 'thai' ? THAI : ''}src:url(/assets/${file}) format("woff2")}\n`
    })
    .sort()
    .join('')
}

let look: { style: string; policy: string } | undefined

/** Returns the style of the page, and its policy: nothing but the font is loaded, nothing runs, and its forms lead to itself. */
export function pageLook() {
  if (look) return look
  // Not before the first page: a server builds the web when it starts.
  const style = faces() + rules
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  look = { style, policy }
  return look
}
