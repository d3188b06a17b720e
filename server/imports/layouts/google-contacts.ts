import type { Layout } from './layout.ts'

/** Contacts of Google in its CSV format. Types and values of contacts stand in pairs. */
export const googleContacts: Layout = {
  name: { th: 'รายชื่อจาก Google Contacts', en: 'Google Contacts' },
  source: {
    kind: 'public sample',
    url: 'https://github.com/roundcube/roundcubemail/blob/28b44419ee44c8749a85e7183325055c2cf68a4d/tests/src/Csv2vcard/gmail.csv',
  },
  columns: [
    ['firstName', 'Given Name'],
    ['lastName', 'Family Name'],
    ['prefixName', 'Name Prefix'],
    ['birthDate', 'Birthday'],
    ['gender', 'Gender'],
    ['occupation', 'Occupation'],
    ['email', 'E-mail 1 - Value'],
    ['email', 'E-mail 2 - Value'],
    ['phone', 'Phone 1 - Value'],
    ['phone', 'Phone 2 - Value'],
    ['address', 'Address 1 - Formatted'],
    ['company', 'Organization 1 - Name'],
    ['detected', 'Notes'],
    ['labels', 'Group Membership'],
  ],
  notNeeded: `
    Name | Additional Name | Yomi Name | Given Name Yomi | Additional Name Yomi | Family Name Yomi | Name Suffix |
    Initials | Nickname | Short Name | Maiden Name | Location | Billing Information | Directory Server | Mileage |
    Hobby | Sensitivity | Priority | Subject | E-mail 1 - Type | E-mail 2 - Type | Phone 1 - Type |
    Phone 2 - Type | Address 1 - Type | Address 1 - Street | Address 1 - City | Address 1 - PO Box |
    Address 1 - Region | Address 1 - Postal Code | Address 1 - Country | Address 1 - Extended Address |
    Organization 1 - Type | Organization 1 - Yomi Name | Organization 1 - Title | Organization 1 - Department
  `,
}
