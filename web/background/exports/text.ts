import { words } from '../../data/text.ts'

/** Words of exports: the panel, its items, and the dialog. */
export const exportText = words({
  title: ['รายการส่งออก', 'Exports'],
  running: ['กำลังทำ {count} รายการ', '{count} in progress'],
  openRunning: ['รายการส่งออก กำลังทำ {count} รายการ', 'Exports, {count} in progress'],
  fold: ['ย่อรายการ', 'Collapse the list'],
  unfold: ['ขยายรายการ', 'Expand the list'],
  clear: ['ล้างรายการ', 'Clear the list'],
  clearTitle: ['ต้องการล้างรายการส่งออกใช่ไหม', 'Clear the list of exports?'],
  clearText: [
    'ไฟล์ที่ส่งออกไว้ {count} ไฟล์จะถูกลบ',
    '{count} exported files will be deleted.',
    '{count} exported file will be deleted.',
  ],
  empty: ['ยังไม่มีไฟล์ที่ส่งออก', 'No exports yet'],
  emptyHint: ['กดปุ่มส่งออกในรายชื่อลูกค้าเพื่อเริ่ม', 'Press Export in the profile list to start.'],

  waiting: ['รอคิว', 'Waiting'],
  preparing: ['กำลังเตรียมไฟล์', 'Preparing'],
  completed: ['เสร็จสมบูรณ์', 'Completed'],
  canceled: ['หยุดแล้ว', 'Canceled'],
  error: ['ผิดพลาด', 'Error'],
  failed: ['ส่งออกไม่สำเร็จ', 'Export failed'],
  problem: ['ขออภัย เกิดข้อผิดพลาด กรุณาลองใหม่อีกครั้ง', 'Sorry, there was a problem. Please try again.'],
  doneOf: ['{done} จาก {total} แถว', '{done} of {total} rows', '{done} of {total} row'],
  rows: ['{count} แถว', '{count} rows', '{count} row'],
  keptUntil: ['เก็บถึง {day}', 'kept until {day}'],
  cut: [
    '{count} ช่องยาวเกินที่ Excel รับได้และถูกตัด ใช้ CSV หากต้องการครบ',
    '{count} cells were too long for Excel and were shortened. Use CSV to get the full text.',
    '{count} cell was too long for Excel and was shortened. Use CSV to get the full text.',
  ],
  download: ['ดาวน์โหลด', 'Download'],
  downloadFile: ['ดาวน์โหลด: {name}', 'Download: {name}'],
  cancel: ['หยุด', 'Cancel'],
  cancelFile: ['หยุดส่งออก: {name}', 'Cancel: {name}'],

  cancelTitle: ['ต้องการหยุดส่งออกข้อมูลใช่ไหม', 'Do you want to cancel export data ?'],
  cancelText: [
    'การส่งออกยังไม่เสร็จ หยุดแล้วต้องเริ่มส่งออกใหม่',
    'Your export has not completed. Would you like to cancel the export?',
  ],
  cancelYes: ['หยุดส่งออก', 'Cancel the export'],
  goOn: ['ส่งออกต่อ', 'Keep exporting'],

  export: ['ส่งออก', 'Export'],
  ask: ['ส่งออกข้อมูลลูกค้า', 'Export customers'],
  askList: ['ส่งออกรายการนี้', 'Export this list'],
  activityType: ['ประเภทกิจกรรม', 'Activity type'],
  lineLinks: ['เพิ่มลิงก์เชื่อม LINE ของแต่ละราย', 'Add a LINE link for each customer'],
  lineLinksText: [
    'ลูกค้าเปิดลิงก์ของตัวเองแล้วกดส่ง ก็เชื่อมกับ LINE ของร้าน ใช้ได้ 30 วัน ครั้งเดียว',
    'A customer who opens the link and sends the message is linked to your LINE account. Valid once, for 30 days.',
  ],
  fileType: ['ชนิดไฟล์', 'File type'],
  xlsx: ['Excel (.xlsx)', 'Excel (.xlsx)'],
  csv: ['CSV (.csv)', 'CSV (.csv)'],
  count: ['ลูกค้า {count} ราย', '{count} customers', '{count} customer'],
  care: [
    'ไฟล์นี้มีข้อมูลส่วนบุคคล เก็บไว้ในที่ปลอดภัย ส่งต่อเฉพาะผู้ที่ควรเห็น และลบเมื่อไม่ใช้แล้ว การส่งออกและดาวน์โหลดจะอยู่ในประวัติการใช้งาน',
    'This file contains personal data. Keep it safe, share it only with people who should see it, and delete it when you are done. Exports and downloads appear in the audit log.',
  ],
  start: ['ส่งออก {people} ราย', 'Export {people}'],
  exportRows: ['ส่งออกแถวของการนำเข้า', 'Export rows'],
  begun: ['เริ่มส่งออกแล้ว ดาวน์โหลดเองเมื่อเสร็จ', 'Export started. The file downloads automatically when it is ready.'],
})
