import { notice } from '../platform/notice.ts'
import type { Sentence } from '../platform/sentence.ts'
import type { richMenuAtLineFaults } from './rich-menu.ts'

type AtLineFault = (typeof richMenuAtLineFaults)[number]

const faultNotice = (fault: AtLineFault, title: Sentence, text: Sentence) =>
  notice({
    kind: `rich_menu_${fault}`,
    topic: 'store',
    readBy: 'cdp-core.setting-line.edit',
    leadsTo: { screen: 'setting-line-oa' },
    data: ['channel_id', 'rich_menu_id'],
    names: { name: ['rich_menu', 'rich_menu_id'], account: ['channel', 'channel_id'] },
    says: { failed: { title, text } },
  })

/** One notice per fault of a menu at LINE. */
export const richMenuNotices = {
  deleted_at_line: faultNotice(
    'deleted_at_line',
    { th: 'เมนู {name} ถูกลบที่ LINE', en: 'The menu {name} was deleted at LINE' },
    {
      th: 'ลูกค้าของ {account} ไม่เห็นเมนูนี้แล้ว เปิดเมนูแล้วกด “สร้างใหม่ที่ LINE”',
      en: 'Customers of {account} no longer see it. Open it and choose “Create at LINE again”.',
    },
  ),
  picture_refused: faultNotice(
    'picture_refused',
    { th: 'รูปของเมนู {name} ใช้กับ LINE ไม่ได้', en: 'LINE rejected the picture of the menu {name}' },
    {
      th: 'เมนูเดิมของ {account} ยังใช้อยู่ เปลี่ยนรูปแล้วกดใช้อีกครั้ง',
      en: 'The former menu of {account} stays in use. Change the picture and use the menu again.',
    },
  ),
  refused: faultNotice(
    'refused',
    { th: 'เมนู {name} ใช้กับ LINE ไม่ได้', en: 'LINE rejected the menu {name}' },
    {
      th: 'เมนูเดิมของ {account} ยังใช้อยู่ ตรวจพื้นที่และลิงก์ แล้วกดใช้อีกครั้ง',
      en: 'The former menu of {account} stays in use. Check its areas and links, and use it again.',
    },
  ),
} satisfies Record<AtLineFault, unknown>
