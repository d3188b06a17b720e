import type { Layout } from './layout.ts'

/** Leads of a Facebook form. Answers to its own questions follow as further columns. */
export const facebookLeads: Layout = {
  name: { th: 'ผู้สนใจจากฟอร์ม Facebook', en: 'Facebook leads' },
  source: {
    kind: 'public sample',
    url: 'https://github.com/gitSouvik/AI-powered-csv-importer/blob/dd268840ff5e0aab23989f861e07219d816187d2/facebook_leads.csv',
  },
  columns: [
    ['detected', 'full_name'],
    ['phone', 'phone_number'],
    ['email', 'email'],
    ['detected', 'city'],
  ],
  notNeeded: 'id | created_time | campaign_name | ad_name',
}
