import { IconTrash, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords, words } from '../../../data/text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useMayOpen } from '../../../ui/may.ts'

const emptyText = words({
  title: ['ยังไม่มีข้อมูลลูกค้า', 'No customers yet'],
  text: [
    'เริ่มต้นด้วยการนำเข้าไฟล์ Excel หรือ CSV จากระบบขายหน้า\u2060ร้าน ระบบจะแสดงตัวอย่างให้ตรวจก่อนทุกครั้ง',
    'Start by importing an Excel or CSV file from your till. You see a preview before anything is saved.',
  ],
  textRead: ['เมื่อพนักงานนำเข้าไฟล์แล้ว รายชื่อลูกค้าจะแสดงที่นี่', 'Customers appear here once your store has imported a file.'],
  deletedTitle: ['ไม่มีลูกค้าที่ลบไว้', 'No deleted customers'],
  deletedText: ['ลูกค้าที่ลบจะอยู่ที่นี่ 30 วัน และกู้คืนได้', 'Deleted customers stay here for 30 days and can be restored.'],
})

/** Content of an empty list: ways to the first customer, or a note about deleted ones. */
export function EmptyProfiles({ deleted, action }: { deleted: boolean; action: ReactNode }) {
  const t = useWords(emptyText)
  const mayImport = useMayOpen('data-source-import')
  if (deleted) return <EmptyState icon={IconTrash} title={t.deletedTitle} text={t.deletedText} />
  return <EmptyState icon={IconUsers} title={t.title} text={mayImport ? t.text : t.textRead} action={action} />
}
