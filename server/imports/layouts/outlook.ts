import type { Layout } from './layout.ts'

/** Contacts of Outlook. */
export const outlook: Layout = {
  name: { th: 'รายชื่อจาก Outlook', en: 'Outlook contacts' },
  source: {
    kind: 'public code',
    url: 'https://github.com/roundcube/roundcubemail/blob/28b44419ee44c8749a85e7183325055c2cf68a4d/program/localization/en_US/csv2vcard.inc',
  },
  columns: [
    ['prefixName', 'Title'],
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['company', 'Company'],
    ['email', 'E-mail Address'],
    ['email', 'E-mail 2 Address'],
    ['email', 'E-mail 3 Address'],
    ['phone', 'Mobile Phone'],
    ['phone', 'Home Phone'],
    ['phone', 'Business Phone'],
    ['phone', 'Primary Phone'],
    ['birthDate', 'Birthday'],
    ['gender', 'Gender'],
    ['address', 'Home Street'],
    ['address', 'Home City'],
    ['address', 'Home State'],
    ['address', 'Home Postal Code'],
    ['address', 'Home Country/Region'],
    ['detected', 'Notes'],
    ['labels', 'Categories'],
  ],
  notNeeded: `
    Middle Name | Suffix | Department | Job Title | Business Street | Business City | Business State |
    Business Postal Code | Business Country/Region | Other Street | Other City | Other State | Other Postal Code |
    Other Country/Region | Assistant's Phone | Business Fax | Business Phone 2 | Car Phone | Home Fax |
    Home Phone 2 | Other Fax | Other Phone | Pager | Anniversary | Assistant's Name | Manager's Name | Spouse |
    Web Page
  `,
}
