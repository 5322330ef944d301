// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target: Swift 6 mode, warnings are errors, imports are internal unless said otherwise.
let edge: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets without input or output: the compiler also refuses every unsafe construct, C pointers included.
let pure: [SwiftSetting] = edge + [.strictMemorySafety()]

/// A C library of the distribution: a module map and `static inline` wrappers, nothing compiled.
/// - Parameter pkgConfig: empty for one that is not linked but loaded late: its headers alone.
func binding(_ name: String, _ pkgConfig: String, _ packages: String...) -> Target {
  .systemLibrary(
    name: name, path: "Sources/Bindings/\(name)", pkgConfig: pkgConfig.isEmpty ? nil : pkgConfig,
    providers: [.apt(packages)])
}

let package = Package(
  name: "lectern",
  products: [
    .executable(name: "lectern", targets: ["lectern"]),
    .executable(name: "lectern-worker", targets: ["lectern-worker"]),
    .executable(name: "lectern-pictures", targets: ["lectern-pictures"]),
    .executable(name: "lectern-fetch", targets: ["lectern-fetch"]),
    .executable(name: "lectern-sample", targets: ["lectern-sample"]),
    // Loaded into programs under test.
    .library(name: "powercut", type: .dynamic, targets: ["CPowerCut"]),
  ],
  targets: [
    // C libraries.
    binding("CDRM", "libdrm", "libdrm-dev"),
    binding("CInput", "libinput libudev", "libinput-dev", "libudev-dev"),
    binding("CUdev", "libudev", "libudev-dev"),
    binding("CCairo", "cairo", "libcairo2-dev"),
    binding("CPango", "pangocairo", "libpango1.0-dev"),
    binding("CPoppler", "poppler-glib gio-2.0", "libpoppler-glib-dev"),
    binding("CGLib", "glib-2.0", "libglib2.0-dev"),
    binding("CPNG", "libpng", "libpng-dev"),
    binding("CDeflate", "libdeflate", "libdeflate-dev"),
    binding("CJPEG", "libturbojpeg", "libturbojpeg0-dev"),
    binding("CLibJPEG", "libjpeg", "libjpeg62-turbo-dev"),
    binding("CTIFF", "", "libtiff-dev"),
    binding("CWebP", "libwebp libwebpdemux", "libwebp-dev"),
    binding("CGIF", "libgif", "libgif-dev"),
    binding("CLCMS", "lcms2", "liblcms2-dev"),
    binding("CArchive", "", "libarchive-dev"),
    binding("CPixman", "pixman-1", "libpixman-1-dev"),
    binding("CCurl", "libcurl", "libcurl4-openssl-dev"),
    binding("CLibQPDF", "libqpdf", "libqpdf-dev"),
    binding("CQREncode", "libqrencode", "libqrencode-dev"),
    .target(name: "CGettext", path: "Sources/Bindings/CGettext"),
    .target(name: "CPixels", path: "Sources/Bindings/CPixels"),
    .target(name: "CRaster", dependencies: ["CLibJPEG", "CPNG"], path: "Sources/Bindings/CRaster"),
    .target(
      name: "CLate", dependencies: ["CTIFF", "CArchive"], path: "Sources/Bindings/CLate",
      linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CForms", dependencies: ["CLibQPDF"], path: "Sources/Bindings/CForms"),
    .target(
      name: "CJoin", dependencies: ["CForms", "CLibQPDF"], path: "Sources/Bindings/CJoin",
      cxxSettings: [.headerSearchPath("../CForms")]),
    .target(name: "CPosix", path: "Sources/Bindings/CPosix"),
    .target(name: "CRangeStream", dependencies: ["CPoppler"], path: "Sources/Bindings/CRangeStream"),
    .target(name: "CQPDF", dependencies: ["CLibQPDF"], path: "Sources/Bindings/CQPDF"),

    // Pure logic: no I/O, no clock, no C.
    .target(name: "ViewerCore", swiftSettings: pure, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Wire", dependencies: ["ViewerCore"], swiftSettings: pure),

    // Edges of the viewer.
    .target(name: "Posix", dependencies: ["CPosix", "CUdev"], swiftSettings: edge),
    .target(
      name: "Display", dependencies: ["ViewerCore", "Posix", "CDRM", "CPixels", "CPixman"],
      swiftSettings: edge),
    .target(name: "Touch", dependencies: ["ViewerCore", "Wire", "Posix", "CInput"], swiftSettings: edge),
    .target(
      name: "Interface", dependencies: ["ViewerCore", "CCairo", "CPango", "CGettext", "CQREncode"],
      swiftSettings: edge),
    .target(name: "Access", dependencies: ["ViewerCore", "Wire", "Posix"], swiftSettings: edge),
    .target(name: "Settings", dependencies: ["ViewerCore", "Posix", "CGLib"], swiftSettings: edge),
    .target(name: "Pictures", dependencies: ["ViewerCore", "CDeflate", "CJPEG"], swiftSettings: edge),

    // Engines: each linked into its worker only.
    .target(
      name: "PDFRendering",
      dependencies: ["ViewerCore", "Wire", "CPoppler", "CCairo", "CRangeStream", "CQPDF", "CForms", "CJoin"],
      swiftSettings: edge),
    .target(
      name: "ImageRendering",
      dependencies: [
        "ViewerCore", "Wire", "Posix", "CRaster", "CLate", "CWebP", "CGIF", "CLCMS", "CDeflate",
      ],
      swiftSettings: edge),

    // The network: linked into lectern-fetch only.
    .target(
      name: "Transfer", dependencies: ["ViewerCore", "Wire", "Posix", "CCurl", "CGLib"], swiftSettings: edge),

    // The programs.
    .target(
      name: "FetchApp", dependencies: ["ViewerCore", "Wire", "Posix", "Transfer"], swiftSettings: edge),
    .target(
      name: "WorkerApp", dependencies: ["ViewerCore", "Wire", "Posix", "CPixels", "CPosix"],
      swiftSettings: edge),
    .target(
      name: "PDFWorker", dependencies: ["ViewerCore", "Wire", "Posix", "WorkerApp", "PDFRendering"],
      swiftSettings: edge),
    .target(
      name: "PictureWorker", dependencies: ["ViewerCore", "Wire", "WorkerApp", "ImageRendering"],
      swiftSettings: edge),
    .target(
      name: "ViewerApp",
      dependencies: [
        "ViewerCore", "Wire", "Posix", "Display", "Touch", "Access", "Interface", "Settings", "Pictures",
      ],
      swiftSettings: edge),
    .executableTarget(name: "lectern", dependencies: ["ViewerApp"], swiftSettings: edge),
    .executableTarget(name: "lectern-worker", dependencies: ["PDFWorker"], swiftSettings: edge),
    .executableTarget(name: "lectern-pictures", dependencies: ["PictureWorker"], swiftSettings: edge),
    .executableTarget(name: "lectern-fetch", dependencies: ["FetchApp"], swiftSettings: edge),
    .executableTarget(name: "lectern-sample", dependencies: ["CCairo", "CPango"], swiftSettings: edge),

    // Tests mirror the sources; what several of them need stands in TestSupport.
    .target(name: "TestSupport", dependencies: ["Posix"], path: "Tests/TestSupport", swiftSettings: edge),
    .testTarget(name: "ViewerCoreTests", dependencies: ["ViewerCore"], swiftSettings: edge),
    .testTarget(name: "WireTests", dependencies: ["Wire", "ViewerCore"], swiftSettings: edge),
    .testTarget(name: "PosixTests", dependencies: ["Posix", "TestSupport"], swiftSettings: edge),
    .testTarget(
      name: "DisplayTests", dependencies: ["Display", "ViewerCore", "Posix", "CPixels"], swiftSettings: edge),
    .testTarget(name: "TouchTests", dependencies: ["Touch", "ViewerCore", "Wire"], swiftSettings: edge),
    .testTarget(
      name: "AccessTests", dependencies: ["Access", "ViewerCore", "Wire", "Posix", "TestSupport"],
      swiftSettings: edge),
    .testTarget(
      name: "InterfaceTests", dependencies: ["Interface", "ViewerCore", "Pictures"], swiftSettings: edge),
    .testTarget(
      name: "PicturesTests", dependencies: ["Pictures", "CPNG", "CJPEG"], swiftSettings: edge),
    .testTarget(
      name: "TransferTests",
      dependencies: ["Transfer", "ViewerCore", "Wire", "Posix", "TestSupport", "CPowerCut", "lectern-fetch"],
      swiftSettings: edge),
    .target(
      name: "CPowerCut", path: "Tests/CPowerCut", linkerSettings: [.linkedLibrary("dl")]),
    .testTarget(name: "SampleTests", dependencies: ["lectern-sample"], swiftSettings: edge),
    .testTarget(name: "SettingsTests", dependencies: ["Settings", "ViewerCore"], swiftSettings: edge),
    .testTarget(
      name: "PDFRenderingTests",
      dependencies: ["PDFRendering", "ViewerCore", "Wire", "Posix", "TestSupport"],
      swiftSettings: edge),
    .testTarget(
      name: "ImageRenderingTests",
      dependencies: [
        "ImageRendering", "ViewerCore", "Wire", "Posix", "Pictures", "CRaster", "CLCMS", "TestSupport",
      ],
      swiftSettings: edge),
    .testTarget(
      name: "WorkerAppTests",
      dependencies: [
        "WorkerApp", "ViewerCore", "Wire", "Posix", "PDFRendering", "TestSupport", "lectern-worker",
        "lectern-pictures",
      ],
      swiftSettings: edge),
    .testTarget(
      name: "ViewerAppTests",
      dependencies: [
        "ViewerApp", "ViewerCore", "Wire", "Posix", "Display", "Touch", "Interface", "Pictures",
        "TestSupport", "lectern-worker", "lectern-pictures",
      ],
      swiftSettings: edge),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TestSupport", "ViewerApp", "ViewerCore", "Wire", "Posix", "Display", "Touch", "lectern",
        "lectern-worker", "lectern-pictures", "lectern-fetch", "lectern-sample",
      ],
      swiftSettings: edge),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
