import { words } from '../../data/text.ts'

export const historyText = words({
  label: ['ประวัติของการทำงานอัตโนมัติ', 'History of the automation'],
  time: ['เวลา', 'Time'],
  what: ['เหตุการณ์', 'Event'],
  system: ['ระบบ', 'Ruam'],
  none: ['ยังไม่มีประวัติ', 'No history yet'],
  noneText: ['การแก้ไข เริ่มใช้ พัก และหยุด จะแสดงที่นี่', 'Edits, starts, pauses and stops are shown here.'],
  automation_created: ['สร้าง', 'created it'],
  automation_changed: ['แก้ไข', 'changed it'],
  automation_started: ['เริ่มใช้', 'started it'],
  automation_approved: ['อนุมัติ', 'approved it'],
  automation_paused: ['พักไว้', 'paused it'],
  automation_resumed: ['ใช้ต่อ', 'resumed it'],
  automation_stopped: ['หยุด', 'stopped it'],
  automation_undo_started: ['หยุดและเลิกทำ', 'stopped and undid it'],
  automation_events_downloaded: ['ดาวน์โหลดรายการที่แจ้งออก', 'downloaded the list of events'],
  act: ['{name} {act}', '{name} {act}'],
  version: ['ฉบับที่ {version}', 'version {version}'],
})
