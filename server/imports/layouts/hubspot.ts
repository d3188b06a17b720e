import type { Layout } from './layout.ts'

/** Contacts of HubSpot with its default columns. */
export const hubspot: Layout = {
  name: { th: 'รายชื่อจาก HubSpot', en: 'HubSpot contacts' },
  source: 'unproven',
  columns: [
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['email', 'Email'],
    ['phone', 'Phone Number'],
    ['phone', 'Mobile Phone Number'],
    ['company', 'Associated Company', 'Company name'],
  ],
  notNeeded: 'Record ID | Contact owner | Last Activity Date | Lead Status | Marketing contact status | Create Date',
}
