import { words } from '../core/text.ts'

/** The agreement that version DPA_VERSION of the contract stands for. A change of meaning asks for a new version. */
export const agreement = words({
  parties: [
    'ข้อตกลงนี้อยู่ระหว่างร้านค้า ในฐานะผู้ควบคุมข้อมูลส่วนบุคคล กับผู้ให้บริการระบบ Ruam นี้ ในฐานะผู้ประมวลผลข้อมูลส่วนบุคคล ตามพระราชบัญญัติคุ้มครองข้อมูลส่วนบุคคล พ.ศ. 2562',
    'This agreement is between the store, as data controller, and the operator of this Ruam, as data processor, under the Personal Data Protection Act B.E. 2562 of Thailand.',
  ],
  purpose: [
    'ข้อมูลลูกค้าที่ร้านนำเข้าจะถูกใช้ตามคำสั่งของร้านเท่านั้น เพื่อเก็บ ค้นหา จัดกลุ่ม และติดต่อลูกค้าของร้าน',
    'Customer data that the store brings in is used only as the store instructs: to keep, find, group and contact its customers.',
  ],
  basis: [
    'ร้านรับรองว่ามีฐานทางกฎหมายหรือได้รับความยินยอมจากลูกค้าก่อนนำข้อมูลเข้าระบบ และจะดูแลคำขอใช้สิทธิ์ของเจ้าของข้อมูล',
    'The store has a lawful basis or the consent of its customers before it brings data in, and answers their requests about it.',
  ],
  care: [
    'ผู้ประมวลผลจัดให้มีมาตรการรักษาความปลอดภัยที่เหมาะสม จำกัดการเข้าถึงตามสิทธิ์ และแจ้งร้านโดยไม่ชักช้าเมื่อเกิดเหตุละเมิดข้อมูล',
    'The processor keeps the data safe by suitable measures, limits access by permission, and tells the store without delay of any breach.',
  ],
  end: [
    'เมื่อร้านเลิกใช้งาน ข้อมูลจะถูกส่งคืนหรือลบตามที่ร้านแจ้ง เว้นแต่กฎหมายกำหนดให้เก็บไว้',
    'When the store leaves, its data is returned or erased as it asks, unless the law says to keep it.',
  ],
})
