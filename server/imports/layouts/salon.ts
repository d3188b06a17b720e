import type { Layout } from './layout.ts'

/** Clients of a salon program. */
export const salon: Layout = {
  name: { th: 'ลูกค้าจากโปรแกรมร้านเสริมสวย', en: 'Salon clients' },
  source: 'unproven',
  columns: [
    ['new_key', 'Client ID'],
    ['firstName', 'First name'],
    ['lastName', 'Last name'],
    ['gender', 'Gender'],
    ['phone', 'Mobile number'],
    ['phone', 'Telephone'],
    ['email', 'Email'],
    ['detected', 'Accepts marketing'],
    ['detected', 'Accepts SMS marketing'],
    ['detected', 'Address'],
    ['birthDate', 'Date of birth'],
    ['detected', 'Note'],
  ],
  notNeeded: 'Added | Referral source',
}
