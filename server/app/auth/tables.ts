import type {} from '../../database/tables.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    users: {
      id: number
      first_name: string
      last_name: string
      email: string
      language: 'th' | 'en' | null
      era: 'ce' | 'be' | null
    }
  }
}
