import { notice } from '../platform/notice.ts'

/** Recording consents is a scope of its own from now on, which the keys and open APIs keep that could do it before. */
export const programConsentsNotice = notice({
  kind: 'program_consents',
  topic: 'store',
  readBy: 'cdp-core.api-key.read',
  leadsTo: { screen: 'data-source-openapi-key' },
  data: ['keys', 'apis'],
  names: {},
  says: {
    completed: {
      title: {
        th: 'การบันทึกความยินยอมเป็นสิทธิ์แยกของโปรแกรมแล้ว',
        en: 'Recording consents is now a permission of its own for programs',
      },
      text: {
        th: 'โปรแกรมที่บันทึกความยินยอมได้อยู่เดิมยังทำได้: API key {keys} รายการ, Open API {apis} รายการ หากไม่ต้องการ เปิดดูและปิดสิทธิ์นี้ได้',
        en: 'Programs that could record consents still can: {keys} API keys, {apis} open APIs. Open them to turn this off where it is not needed.',
      },
    },
  },
})
