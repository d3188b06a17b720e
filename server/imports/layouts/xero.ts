import type { Layout } from './layout.ts'

/** Contacts of Xero: firms with a person. */
export const xero: Layout = {
  name: { th: 'ผู้ติดต่อจาก Xero', en: 'Xero contacts' },
  source: 'unproven',
  columns: [
    ['company', '*ContactName', 'ContactName'],
    ['email', 'EmailAddress'],
    ['firstName', 'FirstName'],
    ['lastName', 'LastName'],
    ['address', 'POAddressLine1'],
    ['address', 'POAddressLine2'],
    ['address', 'POAddressLine3'],
    ['address', 'POAddressLine4'],
    ['address', 'POCity'],
    ['address', 'PORegion'],
    ['address', 'POPostalCode'],
    ['address', 'POCountry'],
    ['phone', 'MobileNumber'],
    ['phone', 'PhoneNumber'],
  ],
  notNeeded: `
    AccountNumber | POAttentionTo | SAAttentionTo | SAAddressLine1 | SAAddressLine2 | SACity | SAPostalCode |
    FaxNumber | DDINumber | SkypeName | BankAccountName | BankAccountNumber | TaxNumber | Website | Discount |
    CompanyNumber | DueDateBillDay | DueDateBillTerm | DueDateSalesDay | DueDateSalesTerm
  `,
}
