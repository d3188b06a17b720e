import type { Layout } from './layout.ts'

/** Contacts of Zoho CRM. */
export const zoho: Layout = {
  name: { th: 'รายชื่อจาก Zoho CRM', en: 'Zoho CRM contacts' },
  source: 'unproven',
  columns: [
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['prefixName', 'Salutation'],
    ['company', 'Account Name'],
    ['email', 'Email'],
    ['email', 'Secondary Email'],
    ['phone', 'Mobile'],
    ['phone', 'Phone'],
    ['birthDate', 'Date of Birth'],
    ['address', 'Mailing Street'],
    ['address', 'Mailing City'],
    ['address', 'Mailing State'],
    ['address', 'Mailing Zip'],
    ['address', 'Mailing Country'],
    ['detected', 'Email Opt Out'],
  ],
  notNeeded: `
    Record Id | Contact Owner.id | Contact Owner | Lead Source | Created By | Modified By | Created Time |
    Modified Time
  `,
}
