import type { MendingReason } from '@ruam/contract/imports/mending.ts'

/** Providers by the frequency of their addresses in Thailand. */
const domains = ['gmail.com', 'hotmail.com', 'yahoo.com', 'outlook.com', 'icloud.com', 'live.com', 'hotmail.co.th']
const ends = new Map(domains.map((domain) => [domain.slice(0, domain.indexOf('.')), domain] as const).reverse())

/** Returns what a cell probably should say; undefined if nothing is probable. The caller checks that it can be read. */
export function suggestionOf(reason: MendingReason, value: string): string | undefined {
  const text = value.trim()
  switch (reason) {
    case 'email_without_at':
      return withAt(text.replace(/\s*[([]\s*at\s*[)\]]\s*/i, '@'))
    case 'email_end_missing':
    case 'email_letters':
      return withEnd(text.replace(/\s+/g, '').replace(/,(?=[a-z]+$)/i, '.'))
    case 'phone_letters':
      return /^[\doOlI\s()+-]+$/.test(text) ? text.replace(/[oO]/g, '0').replace(/[lI]/g, '1') : undefined
    default:
      return undefined
  }
}

function withAt(text: string): string | undefined {
  if (text.includes('@')) return withEnd(text)
  const lower = text.toLowerCase()
  const domain = domains.find((one) => lower.endsWith(one) && lower.length > one.length)
  return domain && `${text.slice(0, -domain.length).replace(/[.\s]+$/, '')}@${domain}`
}

function withEnd(text: string): string {
  const [name, provider, ...more] = text.split('@')
  const end =
    more.length === 0 && provider !== undefined ? ends.get(provider.toLowerCase().replace(/\.\w*$/, '')) : undefined
  return end && !/\.[a-z]{2,}$/i.test(provider!) ? `${name}@${end}` : text
}
