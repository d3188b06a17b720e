import type { Layout } from './layout.ts'

/** PERSON of the 43 files of public health, between bars. Sex is 1 or 2, days are Christian. */
export const healthPerson: Layout = {
  name: { th: 'ประชากรใน 43 แฟ้ม (PERSON)', en: 'PERSON of the 43 health files' },
  source: {
    kind: 'public code',
    url: 'https://github.com/health-tag/fhir-transformer/blob/4bd125ca1869df907649c95d7d769e716bb9e831/fhir_transformer/folders43/files/person_csv.py',
  },
  columns: [
    ['citizenId', 'CID'],
    ['prefixName', 'PRENAME'],
    ['firstName', 'NAME'],
    ['lastName', 'LNAME'],
    ['new_key', 'HN'],
    ['gender', 'SEX'],
    ['birthDate', 'BIRTH'],
    ['phone', 'MOBILE'],
    ['phone', 'TELEPHONE'],
  ],
  notNeeded: `
    HOSPCODE | PID | HID | MSTATUS | OCCUPATION_OLD | OCCUPATION_NEW | RACE | NATION | RELIGION | EDUCATION |
    FSTATUS | FATHER | MOTHER | COUPLE | VSTATUS | MOVEIN | DISCHARGE | DDISCHARGE | ABOGROUP | RHGROUP | LABOR |
    PASSPORT | TYPEAREA | D_UPDATE
  `,
}
