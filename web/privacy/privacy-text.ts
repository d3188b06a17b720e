import { words } from '../data/text.ts'

export const privacyText = words({
  tabs: ['ข้อมูลส่วนบุคคล', 'Privacy'],
  requests: ['คำขอ', 'Requests'],
  consents: ['ความยินยอม', 'Consents'],
  seen: ['ใครเห็นข้อมูล', 'Who saw data'],
  incidents: ['เหตุการณ์', 'Incidents'],
  retention: ['ระยะเวลาเก็บ', 'Retention'],
  processing: ['บันทึกกิจกรรม', 'Processing'],
  myData: ['ข้อมูลของฉัน', 'My data'],
})
