/** Digits before the point, and behind it. */
const AMOUNT = /^\d{1,9}(\.\d{0,2})?$/

/** The typed amount after a key of the pad: a digit, a point, or `<` for the last one back. */
export function addKey(typed: string, key: string): string {
  if (key === '<') return typed.slice(0, -1)
  const next = key === '.' && typed === '' ? '0.' : typed === '0' && key !== '.' ? key : typed + key
  return AMOUNT.test(next) ? next : typed
}

/** The amount as it is shown: what was typed, and what is added to it in grey. */
export function amountParts(typed: string): { whole: string; rest: string } {
  const [baht = '', satang] = typed.split('.')
  const whole = (baht === '' ? '0' : baht).replace(/\B(?=(\d{3})+$)/g, ',')
  if (satang === undefined) return typed === '' ? { whole: '', rest: '0.00' } : { whole, rest: '.00' }
  return { whole: `${whole}.${satang}`, rest: '00'.slice(satang.length) }
}
