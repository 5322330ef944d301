import CPoppler
import ViewerCore

/// Puts values into the fields of an open document, which makes their new looks as well.
///
/// poppler's fields are had page by page; which one is which field of the file is told by where it lies and what it is
/// called, for nothing else can be asked of it.
struct FormFiller {
  /// One of poppler's fields: a widget on a page.
  private final class Place {
    let field: OpaquePointer
    let name: String
    let rect: FormPlace.Rect

    init(_ mapping: PopplerFormFieldMapping, _ field: OpaquePointer) {
      self.field = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(field)))
      name = takeString(poppler_form_field_get_name(field))
      rect = FormPlace.Rect(mapping.area.x1, mapping.area.y1, mapping.area.x2, mapping.area.y2)
    }

    deinit {
      g_object_unref(UnsafeMutableRawPointer(field))
    }
  }

  private let document: OpaquePointer
  private var pages: [Int: [Place]] = [:]

  init(document: OpaquePointer) {
    self.document = document
  }

  /// - Parameters:
  ///   - value: one that the field takes.
  ///   - field: as it was read from the file, with the places of its widgets.
  /// - Throws: `damaged` where the engine does not know the field, or did not take the value.
  mutating func put(_ value: FormValue, into field: FormField, at places: [FormPlace]) throws(PDFError) {
    switch (field.kind, value) {
    case (.text, .text(let text)):
      // The other places of a field follow the one that is changed.
      poppler_form_field_text_set_text(try known(field, places).field, text)
    case (.checkbox, .state(let state)), (.radio, .state(let state)):
      try put(state, into: field, at: places)
    case (.dropdown, .text(let text)):
      let place = try known(field, places).field
      poppler_form_field_choice_unselect_all(place)
      poppler_form_field_choice_set_text(place, text)
    case (.dropdown, .lines(let lines)), (.list, .lines(let lines)):
      let place = try known(field, places).field
      poppler_form_field_choice_unselect_all(place)
      for line in lines where line < Int(poppler_form_field_choice_get_n_items(place)) {
        poppler_form_field_choice_select_item(place, gint(line))
      }
    default: throw .damaged("the field cannot hold that")
    }
  }

  /// Of buttons that share a field, the one of the state goes on; that turns the others off.
  private mutating func put(
    _ state: String?, into field: FormField, at places: [FormPlace]
  ) throws(PDFError) {
    if let state {
      guard let index = field.widgets.firstIndex(where: { $0.state == state }),
        let place = place(field, places, index)
      else { throw .damaged("no button of the field has this state") }
      poppler_form_field_button_set_state(place.field, 1)
      return
    }
    for index in field.widgets.indices {
      guard let place = place(field, places, index),
        poppler_form_field_button_get_state(place.field) != 0
      else { continue }
      poppler_form_field_button_set_state(place.field, 0)
    }
  }

  /// Any of the field's places that the engine knows.
  private mutating func known(_ field: FormField, _ places: [FormPlace]) throws(PDFError) -> Place {
    for index in field.widgets.indices {
      if let place = place(field, places, index) { return place }
    }
    throw .damaged("the engine does not know the field “\(field.name)”")
  }

  /// The engine's field for a widget.
  private mutating func place(_ field: FormField, _ places: [FormPlace], _ index: Int) -> Place? {
    guard places.indices.contains(index) else { return nil }
    let wanted = places[index].onPage
    let here = known(on: places[index].page)
    let near = here.filter { $0.rect.isNear(wanted) }
    if let same = near.first(where: { $0.name == field.name }) { return same }
    if near.count == 1 { return near.first }
    return here.first { $0.name == field.name }
  }

  private mutating func known(on page: Int) -> [Place] {
    if let known = pages[page] { return known }
    var places: [Place] = []
    if let pointer = poppler_document_get_page(document, Int32(page)) {
      let page = GObjectRef(owning: pointer)
      let list = poppler_page_get_form_field_mapping(page.pointer)
      forEach(list) { data in
        let mapping = data.assumingMemoryBound(to: PopplerFormFieldMapping.self).pointee
        if let field = mapping.field { places.append(Place(mapping, field)) }
      }
      poppler_page_free_form_field_mapping(list)
    }
    pages[page] = places
    return places
  }
}
