import { notice } from '../platform/notice.ts'

/** Entries of the audit log, or names in it, differ from what was sealed. */
export const auditFaultNotice = notice({
  kind: 'audit_log_changed',
  topic: 'store',
  readBy: 'cdp-core.audit-log.read',
  leadsTo: { screen: 'setting-audit-log' },
  data: ['faults'],
  names: {},
  says: {
    failed: {
      title: { th: 'ประวัติการใช้งานถูกแก้ไข', en: 'The audit log was changed' },
      text: {
        th: 'พบ {faults} ช่วงที่ไม่ตรงกับที่บันทึกไว้ กรุณาแจ้งผู้ดูแลระบบ',
        en: '{faults} periods are not as they were recorded. Tell the administrator.',
      },
    },
  },
})
