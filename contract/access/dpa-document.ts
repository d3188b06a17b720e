/** A text in one language, in its order. */
export interface AgreementText {
  title: string
  clauses: { title: string; text: string }[]
}
/** An agreement in both languages. */
export interface AgreementDocument {
  th: AgreementText
  en: AgreementText
}

/** Version of the agreement below. Any change of its text needs a new version, which every store must accept. */
export const DPA_VERSION = '2026-11-22'

/** The data-processing agreement of a store with the operator of its Ruam, under the Personal Data Protection Act B.E. 2562. */
export const dpaDocument: AgreementDocument = {
  th: {
    title: 'ข้อตกลงการประมวลผลข้อมูลส่วนบุคคล',
    clauses: [
      {
        title: 'คู่สัญญา',
        text: 'ข้อตกลงนี้อยู่ระหว่างร้านค้า ในฐานะผู้ควบคุมข้อมูลส่วนบุคคล กับผู้ให้บริการระบบ Ruam นี้ ในฐานะผู้ประมวลผลข้อมูลส่วนบุคคล ตามพระราชบัญญัติคุ้มครองข้อมูลส่วนบุคคล พ.ศ. 2562',
      },
      {
        title: 'ข้อมูลและวัตถุประสงค์',
        text: 'ข้อมูลลูกค้าที่ร้านนำเข้าจะถูกใช้ตามคำสั่งของร้านเท่านั้น เพื่อเก็บ ค้นหา จัดกลุ่ม และติดต่อลูกค้าของร้าน ผู้ประมวลผลไม่ใช้ข้อมูลเพื่อประโยชน์ของตนเอง',
      },
      {
        title: 'หน้าที่ของร้าน',
        text: 'ร้านรับรองว่ามีฐานทางกฎหมายหรือได้รับความยินยอมจากลูกค้าก่อนนำข้อมูลเข้าระบบ และจะตอบคำขอใช้สิทธิ์ของเจ้าของข้อมูล',
      },
      {
        title: 'ความปลอดภัย',
        text: 'ผู้ประมวลผลจัดให้มีมาตรการรักษาความปลอดภัยที่เหมาะสม จำกัดการเข้าถึงตามสิทธิ์ ให้ผู้ที่เข้าถึงรักษาความลับ และบันทึกการเข้าถึงที่สำคัญ',
      },
      {
        title: 'เหตุละเมิดข้อมูล',
        text: 'เมื่อทราบเหตุละเมิดข้อมูลส่วนบุคคล ผู้ประมวลผลจะแจ้งร้านโดยไม่ชักช้า เพื่อให้ร้านแจ้งสำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคลได้ภายใน 72 ชั่วโมง',
      },
      {
        title: 'ผู้ประมวลผลรายอื่น',
        text: 'ผู้ประมวลผลจะให้ผู้อื่นประมวลผลแทน หรือส่งข้อมูลออกนอกประเทศ ต่อเมื่อร้านอนุญาตหรือสั่งไว้ และด้วยการคุ้มครองที่ไม่ต่ำกว่าข้อตกลงนี้',
      },
      {
        title: 'ความช่วยเหลือและการตรวจสอบ',
        text: 'ผู้ประมวลผลช่วยร้านตอบคำขอของเจ้าของข้อมูล และให้ข้อมูลที่จำเป็นเพื่อแสดงว่าได้ปฏิบัติตามข้อตกลงนี้',
      },
      {
        title: 'การสิ้นสุด',
        text: 'เมื่อร้านเลิกใช้งาน ข้อมูลจะถูกส่งคืนหรือลบตามที่ร้านแจ้ง เว้นแต่กฎหมายกำหนดให้เก็บไว้',
      },
    ],
  },
  en: {
    title: 'Data Processing Agreement',
    clauses: [
      {
        title: 'Parties',
        text: 'This agreement is between the store, as data controller, and the operator of this Ruam, as data processor, under the Personal Data Protection Act B.E. 2562 of Thailand.',
      },
      {
        title: 'Data and purpose',
        text: 'Customer data that the store brings in is used only as the store instructs: to keep, find, group and contact its customers. The processor does not use it for purposes of its own.',
      },
      {
        title: 'What the store does',
        text: 'The store has a lawful basis or the consent of its customers before it brings data in, and answers their requests about it.',
      },
      {
        title: 'Security',
        text: 'The processor keeps the data safe by suitable measures, limits access by permission, holds those with access to confidentiality, and records access that matters.',
      },
      {
        title: 'Breaches',
        text: 'The processor tells the store of any personal data breach without delay once it knows of it, so that the store can notify the Personal Data Protection Committee within 72 hours.',
      },
      {
        title: 'Other processors',
        text: 'The processor has others process the data, or sends it abroad, only where the store has allowed or instructed it, and under protection no weaker than this agreement.',
      },
      {
        title: 'Help and proof',
        text: 'The processor helps the store to answer the requests of data subjects, and gives it what is needed to show that this agreement is kept.',
      },
      {
        title: 'End',
        text: 'When the store leaves, its data is returned or erased as it asks, unless the law says to keep it.',
      },
    ],
  },
}

const writtenOut = ({ title, clauses }: AgreementText) =>
  [title, ...clauses.map((clause, place) => `${place + 1}. ${clause.title}\n${clause.text}`)].join('\n\n')

/** The whole agreement as one text: what its hash is of, in UTF-8. */
export const agreementText = ({ th, en }: AgreementDocument): string => `${writtenOut(th)}\n\n${writtenOut(en)}\n`
