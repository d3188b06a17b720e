declare module '../core/tables.ts' {
  interface Tables {
    /** `lacking`: by the part of people's data, a purpose of consent as `consent <id>`. */
    data_quality: { store_id: number; counted_at: string; total: number; lacking: Json<Record<string, number>> }
  }
}
