/** LINE knows no coupon in an area: a tap sends this word and the title, and the account replies with the coupon. */
const COUPON_WORD = 'รับคูปอง '

export const couponRequest = (title: string): string => COUPON_WORD + title

/** Returns the title of the coupon that a text requests, or undefined. */
export const requestedCoupon = (text: string): string | undefined =>
  text.startsWith(COUPON_WORD) ? text.slice(COUPON_WORD.length) : undefined
