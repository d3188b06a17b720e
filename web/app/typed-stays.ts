import { words, wordsNow } from '../data/text.ts'
import { alerts } from '../ui/alerts.ts'

const text = words({
  typedStays: [
    'เซสชันหมดอายุ แต่สิ่งที่พิมพ์ไว้ยังอยู่ เข้าสู่ระบบแล้วกลับมาบันทึกได้',
    'Your session has expired, but what you typed is still here. Log in, then come back and save it.',
  ],
  logInBeside: ['เข้าสู่ระบบในแท็บใหม่', 'Log in in a new tab'],
})

/** Says that a login is over while there is unsaved text on the screen, and opens the sign-in in a new tab. */
export function sayTypedStays() {
  const t = wordsNow(text)
  const action = { label: t.logInBeside, onClick: () => window.open('/sign-in', '_blank') }
  alerts.error(t.typedStays, { id: 'signed-out', autoClose: false, action })
}
