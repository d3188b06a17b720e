// Reads messages that mean "send me nothing more". A message is a stop if all of it is one: polite words, a phrase, particles.

/** Data of the button that broadcasts and replies carry. */
export const STOP_POSTBACK = 'ruam=stop'

/** Letters of a message that are read. A longer one is about something else, too. */
const MAX_LETTERS = 200

/**
 * Returns the letters of a text alone: one form of each letter, lower case, without blanks, punctuation, emoji and invisible characters.
 * A letter held down counts twice at most.
 */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]|[\ufe00-\ufe0f\u20e3]/gu, '')
    .replaceAll('เเ', 'แ')
    .replace(/(.)\1{2,}/gu, '$1$1')
}

/** A pattern that matches words, with a letter once or twice. */
const wordPattern = (word: string) =>
  [...lettersOf(word).replace(/(.)\1/gu, '$1')].map((letter) => `${letter}{1,2}`).join('')
const any = (words: string) =>
  `(?:${words
    .trim()
    .split(/\s*\|\s*|\s*\n\s*/)
    .map(wordPattern)
    .join('|')})`
const maybe = (words: string) => `${any(words)}?`
const oneOf = (...patterns: string[]) => `(?:${patterns.join('|')})`

// Repetitions are bounded: an unbounded one takes exponential time on a text made for it.
const before = `${any(`ขอ | ขออนุญาต | ขอให้ | กรุณา | โปรด | ช่วย | รบกวน | อยาก | อยากจะ | อยากให้ | ต้องการ | ต้องการจะ | ต้องการให้ | ผม | หนู | ฉัน | ดิฉัน | เรา
  พอแล้ว | สวัสดี | แอดมิน | ครับ | คับ | ค่ะ | คะ
  please | pls | plz | kindly | hi | hello | ok | no thanks | i want to | i would like to | id like to | just`)}{0,6}`
const after = `${any(`ครับ | คับ | คร้าบ | ครัช | ฮะ | ฮับ | ค่ะ | คะ | ค่า | ค๊ะ | คร่า | นะ | น้า | น่ะ | จ้า | จ้ะ | จ๊ะ | จ๋า | เด้อ | เถอะ | แล้ว | ได้
  สักที | ซักที | ซะที | เสียที | ที | หน่อย | ด้วย | เลย | อีก | ต่อไป | ต่อไปแล้ว | มา | ให้ | ผม | ฉัน | หนู | เรา | ทันที | เดี๋ยวนี้ | ขอบคุณ | รำคาญ | เบื่อ | ๆ
  ทั้งหมด | ทั้งสิ้น | ใดๆ | ทุกชนิด | ทุกอย่าง | ทุกประเภท | จากร้าน | จากทางร้าน | ของร้าน | ของทางร้าน | ทางไลน์ | ในไลน์
  please | pls | plz | now | thanks | thank you | thx | ty | anymore | any more | again | immediately | to me | me | ever`)}{0,6}`

const news =
  any(`ข่าวสาร | ข่าว | ข้อมูลข่าวสาร | จดหมายข่าว | ข้อความ | ข้อความนี้ | ข้อความพวกนี้ | ข้อความเหล่านี้ | โปรโมชั่น | โปรโมชัน | โฆษณา | สแปม
  แจ้งเตือน | การแจ้งเตือน | บรอดแคสต์ | บรอดแคส | บอร์ดแคสต์ | sms | ข่าวสารและโปรโมชั่น | ข่าวสารและโปรโมชัน`)
/** Said of sending alone: "ไม่รับโปร" declines an offer. */
const sentNews = oneOf(news, any('โปร'))
const messages = `${maybe('the | these | those | your | all | any | more | any more | all the | all these')}${maybe('promo | promotional | marketing')}${any(
  `message | messages | msg | msgs | text | texts | ad | ads | advertisement | advertisements | advertising | promo | promos | promotion | promotions
  news | newsletter | newsletters | update | updates | notification | notifications | broadcast | broadcasts | spam | sms | offers`,
)}`
const dont = any('dont | do not | never')

/** Phrases that are clear in any sentence. */
const phrase = oneOf(
  `${any('ยกเลิก | เลิก | หยุด | งด | ปิด | ระงับ | ออกจาก')}${maybe('การ | บริการ')}${maybe('รับ | แจ้ง | ติดตาม | สมัคร | สมัครรับ | สมาชิก')}${news}`,
  `${any('ยกเลิก | ยกเลิกการ | เลิก')}${any('ติดตาม')}`,
  `${any(`ไม่รับ | ไม่ขอรับ | ไม่เอา | ไม่ต้องการ | ไม่ต้องการรับ | ไม่ต้องการได้รับ | ไม่ต้องการที่จะรับ | ไม่อยากรับ | ไม่อยากจะรับ | ไม่อยากได้ | ไม่อยากได้รับ
    ไม่อยากเห็น | ไม่ประสงค์รับ | ไม่ประสงค์จะรับ | ไม่ประสงค์ที่จะรับ | ไม่สนใจรับ | ไม่สะดวกรับ | ไม่ยินดีรับ`)}${news}`,
  `${any('หยุดส่ง | หยุดการส่ง | เลิกส่ง | งดส่ง | งดการส่ง | อย่าส่ง | ห้ามส่ง | ไม่ต้องส่ง | ไม่อยากให้ส่ง | ยกเลิกการส่ง | ยกเลิกส่ง')}${sentNews}`,
  `${any('stop sending')}${maybe('me | us')}${messages}`,
  any(
    'stop sending | stop messaging | stop messaging me | stop texting | stop texting me | stop spamming | stop spamming me | stop contacting me',
  ),
  `${any('stop | no more')}${messages}`,
  `${any('unsubscribe')}${maybe('me')}${maybe('from this list | from your list | from the list | from all | all | from this | from promotions | from your news')}`,
  `${any('opt out | opt me out')}${maybe('of this | of all')}`,
  `${dont}${any('send | send me | send us')}${messages}`,
  `${dont}${any('message me | text me | msg me | contact me | spam me')}`,
  `${any('i dont want | i do not want | dont want | i no longer want')}${maybe('to receive | to get | to see')}${messages}`,
  `${any('cancel')}${maybe('my | the')}${any('subscription | newsletter')}`,
  `${any('remove me | take me | delete me')}${any('from | off')}${any('list | your list | the list | this list | mailing list | your mailing list')}`,
)
/** Phrases that are a stop alone, and parts of other sentences otherwise. */
const alone = any(
  'stop | stop it | stop all | stop this | stop subscription | remove me | ลบฉันออกจากรายชื่อ | ลบผมออกจากรายชื่อ | ลบออกจากรายชื่อ',
)

/** Words that stop something, without what. */
const vague = any(
  `ยกเลิก | หยุด | เลิก | ไม่รับ | ระงับ | หยุดส่ง | เลิกส่ง | งดส่ง | เลิกส่งไลน์ | หยุดส่งไลน์ | ไม่รับแล้ว | บล็อก | block | cancel | quit | end | leave`,
)

const whole = (pattern: string) => new RegExp(`^${before}${pattern}${after}$`, 'u')
const stop = whole(oneOf(phrase, alone))
const unclear = whole(vague)
const named = new RegExp(phrase, 'u')
/** "Not to cancel", "did not cancel yet". */
const negated = new RegExp(
  `${any('ไม่ | ไม่ได้ | อย่า | อย่าเพิ่ง | อย่าพึ่ง | ยังไม่')}${any('ยกเลิก | เลิก | หยุด | งด | ปิด')}`,
  'u',
)
const sending = new RegExp(any('หยุดส่ง | เลิกส่ง | งดส่ง | อย่าส่ง'), 'u')
const sent = new RegExp(news, 'u')

/** Phrases that are misspelt most. */
const misspelt = ['ยกเลิกรับข่าวสาร', 'ยกเลิกการรับข่าวสาร', 'ยกเลิกรับข้อความ', 'ไม่รับข่าวสาร', 'หยุดส่งข้อความ', 'unsubscribe'].map(
  lettersOf,
)
const endings = new RegExp(`${after}$`, 'u')
const openings = new RegExp(`^${before}`, 'u')

/** Reads a message. `unclear`: it may mean a stop, and a button asks. `more`: the store's own phrases. */
export function readStop(text: string, more: readonly string[] = []): 'stop' | 'unclear' | null {
  const letters = lettersOf(text.slice(0, 4 * MAX_LETTERS))
  if (letters === '' || letters.length > MAX_LETTERS) return null
  const own = more.map(wordPattern).filter((pattern) => pattern !== '')
  if (stop.test(letters) || (own.length > 0 && whole(oneOf(...own)).test(letters))) return 'stop'
  if (unclear.test(letters)) return 'unclear'
  if (!negated.test(letters) && (named.test(letters) || (sending.test(letters) && sent.test(letters)))) return 'unclear'
  const core = letters.replace(openings, '').replace(endings, '')
  return misspelt.some((one) => isAlike(core, one)) ? 'unclear' : null
}

/** Returns true if two words differ by one letter that is missing, added or another one; long ones by two. */
function isAlike(one: string, other: string): boolean {
  const most = other.length >= 12 ? 2 : 1
  if (Math.abs(one.length - other.length) > most) return false
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]! <= most
}
