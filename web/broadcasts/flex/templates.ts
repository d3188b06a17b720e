import type { Language } from '../../data/text.ts'
import { bubble, horizontal, type Json, linkButton, separator, text, vertical } from './make.ts'

// Messages to begin with. Pictures and links are empty, so that no message is sent before they are chosen.

export const templateNames = ['product', 'menu', 'receipt', 'coupon', 'event', 'branch', 'points', 'review'] as const
type TemplateName = (typeof templateNames)[number]

const INK = '#1F2A30'
const SOFT = '#5B6770'
const TEAL = '#0B6173'
const AMBER = '#B45309'

/** Chooses the words of one language. */
type Say = (thai: string, english: string) => string

const heading = (words: string, more: Json = {}) =>
  text(words, { weight: 'bold', size: 'xl', color: INK, wrap: true, ...more })
const note = (words: string, more: Json = {}) => text(words, { size: 'sm', color: SOFT, wrap: true, ...more })
const picture = (aspectRatio = '20:13'): Json => ({
  type: 'image',
  url: '',
  size: 'full',
  aspectRatio,
  aspectMode: 'cover',
})
const button = (label: string) => linkButton(label, '', { style: 'primary', color: TEAL })
const foot = (label: string) => vertical([button(label)])
/** Words on the left and their figure on the right. */
const row = (words: string, figure: string, more: Json = {}) =>
  horizontal(
    [
      text(words, { size: 'sm', color: INK, flex: 3, wrap: true, ...more }),
      text(figure, { size: 'sm', color: INK, flex: 2, align: 'end', ...more }),
    ],
    { spacing: 'md' },
  )
/** The name of something in grey, and then the thing. */
const fact = (name: string, words: string) =>
  horizontal([note(name, { flex: 2 }), text(words, { size: 'sm', color: INK, wrap: true, flex: 5 })], { spacing: 'sm' })

const templates: Record<TemplateName, (say: Say) => Json> = {
  product: (say) =>
    bubble({
      hero: picture(),
      body: vertical(
        [
          heading(say('ดริปแบ็กฤดูหนาว', 'Winter drip bags')),
          note(say('คั่วอ่อนจากดอยแม่สลอง กล่องละ 10 ซอง', 'Light roast from Doi Mae Salong, 10 bags a box')),
          text('฿ 220', { weight: 'bold', size: 'xxl', color: TEAL, margin: 'md' }),
        ],
        { spacing: 'sm' },
      ),
      footer: foot(say('สั่งซื้อ', 'Order now')),
    }),
  menu: (say) =>
    bubble({
      header: vertical([heading(say('เมนูเดือนนี้', 'This month’s menu'), { color: '#FFFFFF' })], {
        backgroundColor: TEAL,
      }),
      body: vertical(
        [
          row(say('ลาเต้อบเชย', 'Cinnamon latte'), '฿ 75'),
          row(say('มอคค่าส้ม', 'Orange mocha'), '฿ 85'),
          row(say('ชาไทยเย็น', 'Iced Thai tea'), '฿ 60'),
          row(say('ครัวซองต์เนยสด', 'Butter croissant'), '฿ 65'),
        ],
        { spacing: 'lg' },
      ),
      footer: foot(say('ดูเมนูทั้งหมด', 'See the whole menu')),
    }),
  receipt: (say) =>
    bubble({
      body: vertical([
        text(say('ใบเสร็จรับเงิน', 'Receipt'), { weight: 'bold', size: 'sm', color: TEAL }),
        heading(say('ชื่อร้าน', 'Store name'), { margin: 'sm' }),
        note(say('สาขาและที่อยู่', 'Branch and address'), { size: 'xs' }),
        separator({ margin: 'lg' }),
        vertical([row(say('สินค้าชิ้นที่ 1', 'First item'), '฿ 220'), row(say('สินค้าชิ้นที่ 2', 'Second item'), '฿ 65')], {
          ...{ margin: 'lg', spacing: 'sm' },
        }),
        separator({ margin: 'lg' }),
        vertical([row(say('รวม', 'Total'), '฿ 285', { weight: 'bold' })], { margin: 'lg' }),
        note(say('ขอบคุณที่อุดหนุน', 'Thank you'), { margin: 'lg', align: 'center' }),
      ]),
    }),
  coupon: (say) =>
    bubble({
      body: vertical(
        [
          text(say('คูปองส่วนลด', 'Discount coupon'), { size: 'sm', color: '#FFFFFF' }),
          text(say('ลด 50 บาท', '50 baht off'), { weight: 'bold', size: '3xl', color: '#FFFFFF' }),
          text(say('เมื่อซื้อครบ 300 บาท', 'on purchases from 300 baht'), { size: 'sm', color: '#FFFFFF', wrap: true }),
          vertical([text('WINTER50', { weight: 'bold', size: 'lg', color: AMBER, align: 'center' })], {
            ...{ backgroundColor: '#FFFFFF', cornerRadius: 'md', paddingAll: 'lg', margin: 'xl' },
          }),
          text(say('ใช้ได้ถึง 31 ธันวาคม', 'Valid until 31 December'), { size: 'xs', color: '#FFFFFF', margin: 'md' }),
        ],
        {
          background: { type: 'linearGradient', angle: '135deg', startColor: AMBER, endColor: '#7C2D12' },
          spacing: 'xs',
        },
      ),
      footer: foot(say('ใช้คูปอง', 'Use the coupon')),
    }),
  event: (say) =>
    bubble({
      hero: picture('2:1'),
      body: vertical(
        [
          heading(say('เวิร์กช็อปชงกาแฟดริป', 'Drip coffee workshop')),
          fact(say('วัน', 'Date'), say('เสาร์ที่ 12 ธันวาคม 13:00 น.', 'Saturday 12 December, 13:00')),
          fact(say('ที่', 'Place'), say('สาขานิมมานเหมินท์', 'Nimman branch')),
          fact(say('ราคา', 'Price'), say('390 บาท รับ 12 คน', '390 baht, 12 seats')),
        ],
        { spacing: 'md' },
      ),
      footer: foot(say('ลงทะเบียน', 'Sign up')),
    }),
  branch: (say) =>
    bubble({
      hero: picture(),
      body: vertical(
        [
          text(say('เปิดสาขาใหม่', 'New branch'), { weight: 'bold', size: 'sm', color: TEAL }),
          heading(say('สาขาช้างเผือก', 'Chang Phueak branch')),
          fact(say('ที่อยู่', 'Address'), say('ถนนช้างเผือก เชียงใหม่', 'Chang Phueak Road, Chiang Mai')),
          fact(say('เปิด', 'Open'), say('ทุกวัน 7:00–18:00 น.', 'Daily, 7:00–18:00')),
        ],
        { spacing: 'md' },
      ),
      footer: foot(say('ดูแผนที่', 'See the map')),
    }),
  points: (say) =>
    bubble({
      size: 'kilo',
      body: vertical(
        [
          note(say('แต้มสะสมของคุณ', 'Your points')),
          text('0', { weight: 'bold', size: '4xl', color: TEAL }),
          note(say('ใช้แลกเครื่องดื่มได้ทุกสาขา', 'Trade them for drinks in every branch')),
        ],
        { spacing: 'xs' },
      ),
      footer: foot(say('แลกของรางวัล', 'Choose a reward')),
    }),
  review: (say) =>
    bubble({
      size: 'kilo',
      body: vertical(
        [
          text('★★★★★', { size: 'xxl', color: AMBER, align: 'center' }),
          heading(say('ครั้งล่าสุดเป็นอย่างไรบ้าง', 'How was your last visit?'), { align: 'center', size: 'lg' }),
          note(say('ความเห็นของคุณช่วยให้ร้านดีขึ้น', 'Your words help us get better'), { align: 'center' }),
        ],
        { spacing: 'md' },
      ),
      footer: foot(say('เขียนรีวิว', 'Write a review')),
    }),
}

/** Returns a message to begin with, in the language of its customers. */
export const templateOf = (name: TemplateName, language: Language): Json =>
  templates[name]((thai, english) => (language === 'th' ? thai : english))
