import type { Layout } from './layout.ts'

/** Audience of Mailchimp. */
export const mailchimp: Layout = {
  name: { th: 'รายชื่อจาก Mailchimp', en: 'Mailchimp audience' },
  source: {
    kind: 'public code',
    url: 'https://github.com/buren/honey_format/blob/4ef9fadd3da9b2d3da2e59506d6301e9c13f7d57/spec/honey_format/csv_spec.rb',
  },
  columns: [
    ['email', 'Email Address'],
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['detected', 'NOTES'],
  ],
  notNeeded: `
    MEMBER_RATING | OPTIN_TIME | OPTIN_IP | CONFIRM_TIME | CONFIRM_IP | LATITUDE | LONGITUDE | GMTOFF | DSTOFF |
    TIMEZONE | CC | REGION | LAST_CHANGED | LEID | EUID
  `,
}
