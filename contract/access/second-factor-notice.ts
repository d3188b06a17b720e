import { notice } from '../platform/notice.ts'

/** A member without a passkey will need one. */
export const secondFactorNotice = notice({
  kind: 'second_factor_required',
  topic: 'store',
  readBy: 'cdp-core.profile.read',
  own: true,
  leadsTo: { screen: 'account' },
  data: ['days'],
  names: {},
  says: {
    completed: {
      title: { th: 'ร้านจะต้องใช้พาสคีย์', en: 'The store will require a passkey' },
      text: { th: 'เพิ่มพาสคีย์ในหน้าบัญชีภายใน {days} วัน', en: 'Add a passkey on the account page within {days} days.' },
    },
  },
})
