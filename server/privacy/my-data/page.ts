import type { Language } from '@ruam/contract/errors/catalog.ts'
import { OWN_WORDS, ownRequestKinds } from '@ruam/contract/privacy/my-data.ts'
import { html } from '../copy/write-copy.ts'
import type { OwnConsent, OwnData, OwnRequest, OwnValue } from './own-data.ts'
import { pageLook } from './page-style.ts'
import { dayText } from './page-value.ts'
import { type Say, standingWord, wordsOf } from './page-words.ts'
import type { SessionWay } from './session.ts'

// Page without a script: whatever it shows is text, and its forms are all that it does.

/** Content of the page for one visitor. */
export type Visible =
  | { kind: 'enter' }
  /** Result of a member's check, in the note. */
  | { kind: 'checked' }
  | { kind: 'none' }
  | { kind: 'several'; requests: readonly OwnRequest[] }
  | { kind: 'data'; data: OwnData; requests: readonly OwnRequest[]; way: SessionWay }
  /** Personal link, whether it is in force or not. `sent`: a code was asked for. */
  | { kind: 'link'; token: string; sent: boolean }

/** Sentences that follow an act, by the name in the address. Others are ignored. */
const notes = {
  refused: 'refused',
  ended: 'ended',
  left: 'left',
  sent: 'done_sent',
  already: 'already',
  withdrawn: 'done_withdrawn',
  empty: 'done_empty',
  same: 'checkedSame',
  unknown: 'checkedUnknown',
  failed: 'checkFailed',
  code_sent: 'codeSent',
  code_wrong: 'codeWrong',
} as const
export type Note = keyof typeof notes

const isNote = (done: string | undefined): done is Note => done !== undefined && Object.hasOwn(notes, done)
const bad: readonly Note[] = ['refused', 'empty', 'unknown', 'failed', 'code_wrong']

interface PageOf {
  code: string
  store: string
  /** Days in which the store answers. */
  days: number
  language: Language
  /** Name of the note in the address. */
  done: string | undefined
  shown: Visible
}

/** Values at the top, with which people begin. */
const MAIN = new Set(['phone', 'email', 'birthDate'])

export function pageOf({ code, store, days, language, done, shown }: PageOf): string {
  const t = wordsOf(language)
  const title = html(t('title'))
  const note = isNote(done)
    ? `<p class="note${bad.includes(done) ? ' bad' : ''}" role="status">${html(t(notes[done]))}</p>`
    : ''
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${html(store)}</title><style>${pageLook().style}</style></head><body>
<header><i aria-hidden="true">${html(initials(store))}</i><div><b>${title}</b><small>${html(store)}</small></div>
<a href="?lang=${language === 'th' ? 'en' : 'th'}" lang="${language === 'th' ? 'en' : 'th'}">${t('other')}</a></header>
<main>${shown.kind === 'several' || shown.kind === 'data' ? '' : note}${content({ code, language, t, note }, shown)}</main>
<footer><small>${html(t('foot', { days }))}</small></footer></body></html>
`
}

interface Context {
  code: string
  language: Language
  t: Say
  note: string
}

function content(context: Context, shown: Visible): string {
  const { code, language, t } = context
  switch (shown.kind) {
    case 'checked':
      return ''
    case 'enter':
      return `<h1>${t('enterTitle')}</h1><p class="quiet">${html(t('enterText'))}</p>
<p><a class="button" href="/d/${html(code)}/login?lang=${language}">${html(t('enter'))}</a></p>`
    case 'none':
      return `<h1>${html(t('none'))}</h1><p>${html(t('noneText'))}</p>${leave(context)}`
    case 'several':
      return `<h1>${html(t('several'))}</h1><p>${html(t('severalText'))}</p>${context.note}${requests(t, shown.requests)}${asks(context, shown.requests)}${leave(context)}`
    case 'data':
      return ownData(context, shown)
    case 'link':
      return linkPage(context, shown)
  }
}

/** Asks for a code, then takes it. Its only answer to an unknown link is that no code comes. */
function linkPage(context: Context, { token, sent }: { token: string; sent: boolean }): string {
  const { t, language, code } = context
  const to = `/d/${html(code)}/link/${html(token)}`
  const send = linkForm(to, language, 'send', button(t(sent ? 'codeAgain' : 'codeSend'), sent ? 'light' : ''))
  if (!sent) return `<h1>${t('enterTitle')}</h1><p class="quiet">${html(t('linkText'))}</p>${send}`
  const digits = `<label>${html(t('codeLabel'))}<input name="digits" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required></label>`
  return `<h1>${t('codeTitle')}</h1>${linkForm(to, language, 'enter', `${digits}${button(t('codeEnter'))}`)}
<p class="quiet">${html(t('codeNone'))}</p>${send}`
}

const linkForm = (to: string, language: Language, act: 'send' | 'enter', fields: string) =>
  `<form method="post" action="${to}"><input type="hidden" name="act" value="${act}"><input type="hidden" name="lang" value="${language}">${fields}</form>`

interface Shown {
  data: OwnData
  requests: readonly OwnRequest[]
  way: SessionWay
}

function ownData(context: Context, { data, requests: own, way }: Shown): string {
  const { t } = context
  const isMain = ({ name }: OwnValue) => MAIN.has(name)
  const counts = [
    ...(data.purchases.since
      ? [
          plain(
            t('purchases'),
            t('purchasesSince', { count: data.purchases.count, day: dayText(data.purchases.since) }),
          ),
        ]
      : []),
    ...(['activities', 'messages', 'labels'] as const).flatMap((one) =>
      data[one] > 0 ? [plain(t(one), t('times', { count: data[one] }))] : [],
    ),
  ]
  const count = data.values.length + counts.length
  return `<h1>${html(data.name)}</h1><p class="quiet">✓ ${html(t(way === 'personal_link' ? 'yoursByCode' : 'yours'))}</p>${context.note}
${data.restricted ? `<p class="note">${html(t('restricted'))}</p>` : ''}${requests(t, own)}
<h2>${html(t('kept'))}</h2>
${data.name === '' ? '' : valueRow(context, { label: t('name'), text: data.name })}
${data.values
  .filter(isMain)
  .map((one) => valueRow(context, one))
  .join('')}${counts.slice(0, 1).join('')}
<details class="all"><summary>${html(t('all', { count }))}</summary>
${data.values
  .filter((one) => !isMain(one))
  .map((one) => valueRow(context, one))
  .join('')}${counts.slice(1).join('')}
<p class="quiet">${html(t('use'))}</p></details>
${data.consents.length > 0 ? `<h2>${html(t('consents'))}</h2>${data.consents.map((one) => consent(context, one)).join('')}` : ''}
${asks(context, own)}${leave(context)}`
}

const plain = (label: string, text: string) =>
  `<div class="row plain"><span class="label">${html(label)}</span><span class="value">${html(text)}</span></div>`

/** A value that opens the form of its correction. */
const valueRow = (context: Context, { label, text }: Pick<OwnValue, 'label' | 'text'>) =>
  `<details class="row"><summary><span class="label">${html(label)}</span><span class="value">${html(text)}</span><span class="link">${html(context.t('correct'))}</span></summary>
${form(context, 'correct', `<input type="hidden" name="field" value="${html(label)}">${words(context.t('correctLabel'), true)}${button(context.t('send'))}`)}</details>`

const consent = (context: Context, { id, name, text, standing, day }: OwnConsent) =>
  `<div class="card"><b>${html(name)}</b>${text === '' ? '' : `<p class="quiet">${html(text)}</p>`}<p class="quiet">${html(
    context.t(standingWord[standing], { day: day === null ? '' : dayText(day) }),
  )}</p>${
    standing === 'withdrawn'
      ? ''
      : form(
          context,
          'withdraw',
          `<input type="hidden" name="purpose" value="${id}">${button(context.t('withdraw'), 'light')} <small>${html(context.t('atOnce'))}</small>`,
        )
  }</div>`

const isOpen = (own: readonly OwnRequest[], kind: OwnRequest['kind']) =>
  own.some((request) => request.kind === kind && request.outcome === null)

/** Requests that the customer can open, but the correction, which each value opens. */
function asks(context: Context, own: readonly OwnRequest[]): string {
  const { t } = context
  const kinds = ownRequestKinds.filter((kind) => kind !== 'correct')
  const one = (kind: (typeof kinds)[number]) => {
    const head = `<b${kind === 'erase' ? ' class="red"' : ''}>${html(t(kind))}</b>`
    if (isOpen(own, kind))
      return `<div class="row ask plain"><span>${head}<br><small>${html(t('already'))}</small></span></div>`
    const style = kind === 'erase' ? 'danger' : ''
    return `<details class="row ask"><summary>${head}<small>${html(t(`${kind}Text`))}</small></summary>
${form(context, kind, `${words(t('wordsLabel'), false)}${button(t('send'), style)}`)}</details>`
  }
  return `<h2>${html(t('ask'))}</h2>${kinds.map(one).join('')}`
}

function requests(t: Say, own: readonly OwnRequest[]): string {
  const kindWord = (kind: OwnRequest['kind']) =>
    kind === 'correct' || kind === 'see' || kind === 'withdraw' ? t(`kind_${kind}`) : t(kind)
  return own
    .map(({ kind, day, due, outcome }) => {
      const name = kindWord(kind)
      if (outcome === 'refused') return `<p class="note">${html(t('ended_refused', { kind: name }))}</p>`
      if (outcome !== null) return `<p class="note">${html(t('ended_done', { kind: name }))}</p>`
      const text = t('openText', { day: dayText(day), due: dayText(due) })
      return `<p class="note"><b>${html(t('openRequest', { kind: name }))}</b>${html(text)}</p>`
    })
    .join('')
}

const form = ({ code, language }: Context, act: string, fields: string) =>
  `<form method="post" action="/d/${html(code)}"><input type="hidden" name="act" value="${act}"><input type="hidden" name="lang" value="${language}">${fields}</form>`

const words = (label: string, required: boolean) =>
  `<label>${html(label)}<textarea name="words" maxlength="${OWN_WORDS}"${required ? ' required' : ''}></textarea></label>`

const button = (word: string, look = '') => `<button${look && ` class="${look}"`}>${html(word)}</button>`

const leave = (context: Context) =>
  `<div class="leave">${form(context, 'leave', button(context.t('leave'), 'light'))}</div>`

/** Two letters of a store's name: vowels and tones do not show alone, and many names begin with the word for a shop. */
const initials = (store: string) =>
  [...store.replace(/^ร้าน/, '').replace(/[^\p{Lo}\p{Lu}\p{Ll}\d]|[ะ-ฺเ-ๆ]/gu, '')].slice(0, 2).join('')
