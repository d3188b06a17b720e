import type { Layout } from './layout.ts'

/** Profiles of Klaviyo. */
export const klaviyo: Layout = {
  name: { th: 'รายชื่อจาก Klaviyo', en: 'Klaviyo profiles' },
  source: 'unproven',
  columns: [
    ['firstName', 'First Name'],
    ['lastName', 'Last Name'],
    ['email', 'Email'],
    ['phone', 'Phone Number'],
    ['company', 'Organization'],
    ['detected', 'Address'],
    ['detected', 'Address 2'],
    ['detected', 'City'],
    ['address', 'State / Region'],
    ['address', 'Zip Code'],
    ['detected', 'Country'],
    ['detected', 'Email Marketing Consent'],
    ['detected', 'Email Marketing Consent Timestamp'],
  ],
  notNeeded: `
    Klaviyo ID | Title | Latitude | Longitude | Source | IP Address | First Active | Last Active |
    Profile Created On | Date Added | Last Open | Last Click
  `,
}
