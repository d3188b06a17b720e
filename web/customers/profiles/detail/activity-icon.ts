import { IconBuildingStore, IconCalendarEvent, IconNote, IconShoppingBag, IconUserCheck } from '@tabler/icons-react'

const icons: [RegExp, typeof IconNote][] = [
  [/บันทึก|โน้ต|note/i, IconNote],
  [/ซื้อ|ขาย|purchase|order|sale/i, IconShoppingBag],
  [/มาที่ร้าน|visit/i, IconBuildingStore],
  [/มา|เข้า|สมัคร|check|member/i, IconUserCheck],
]

/** A picture that goes with a type's name; stores name their types themselves. */
export const iconOf = (name: string) => icons.find(([words]) => words.test(name))?.[1] ?? IconCalendarEvent
