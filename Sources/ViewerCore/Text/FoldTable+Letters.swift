extension FoldTable {
  /// Lower-case letters and what they are told apart by no longer: accents (canonical and compatibility
  /// decompositions of the Unicode character database, version 14, marks left out), strokes, ligatures, the
  /// hamza, typographic quotes and dashes. Each entry is a character followed by its plain form.
  static let letters = #"""
    ªa «" ²2 ³3 µμ ¹1 ºo »" ¼1/4 ½1/2 ¾3/4 ßss àa áa âa ãa äa åa æae çc èe ée êe ëe ìi íi îi ïi ðd ñn òo
    óo ôo õo öo øo ùu úu ûu üu ýy þth ÿy āa ăa ąa ćc ĉc ċc čc ďd đd ēe ĕe ėe ęe ěe ĝg ğg ġg ģg ĥh ħh ĩi
    īi ĭi įi İi ıi ĳij ĵj ķk ĸk ĺl ļl ľl ŀl· łl ńn ņn ňn ŉ'n ŋn ōo ŏo őo œoe ŕr ŗr řr śs ŝs şs šs ţt ťt
    ũu ūu ŭu ůu űu ųu ŵw ŷy źz żz žz ſs ơo ưu ǆdz ǉlj ǌnj ǎa ǐi ǒo ǔu ǖu ǘu ǚu ǜu ǟa ǡa ǣae ǧg ǩk ǫo ǭo
    ǯʒ ǰj ǳdz ǵg ǹn ǻa ǽae ǿo ȁa ȃa ȅe ȇe ȉi ȋi ȍo ȏo ȑr ȓr ȕu ȗu șs țt ȟh ȧa ȩe ȫo ȭo ȯo ȱo ȳy ɑa ɡg ʰh
    ʱɦ ʲj ʳr ʴɹ ʵɻ ʶʁ ʷw ʸy ʹʹ ;; ·· ΐι άα έε ήη ίι ΰυ ςσ ϊι ϋυ όο ύυ ώω ϐβ ϑθ ϒυ ϓυ ϔυ ϕφ ϖπ ϰκ ϱρ ϲσ
    ϵε йи ѐе ёе ѓг їі ќк ѝи ўу ѷѵ ӂж ӑа ӓа ӗе ӛә ӝж ӟз ӣи ӥи ӧо ӫө ӭэ ӯу ӱу ӳу ӵч ӹы ևեւ ׯיי װוו ױוי ײיי
    ׳' ״" آا أا ؤو إا ئي ةه ىي ٱا ٵاٴ ٶوٴ ٷۇٴ ٸيٴ کك ۀە ۂہ یي ۓے ᴬa ᴭae ᴮb ᴰd ᴱe ᴲǝ ᴳg ᴴh ᴵi ᴶj ᴷk ᴸl ᴹm
    ᴺn ᴼo ᴽȣ ᴾp ᴿr ᵀt ᵁu ᵂw ᵃa ᵄɐ ᵅa ᵆᴂ ᵇb ᵈd ᵉe ᵊə ᵋɛ ᵌɜ ᵍg ᵏk ᵐm ᵑn ᵒo ᵓɔ ᵔᴖ ᵕᴗ ᵖp ᵗt ᵘu ᵙᴝ ᵚɯ ᵛv ᵜᴥ
    ᵝβ ᵞγ ᵟδ ᵠφ ᵡχ ᵢi ᵣr ᵤu ᵥv ᵦβ ᵧγ ᵨρ ᵩφ ᵪχ ᵸн ᶛɒ ᶜc ᶝɕ ᶞd ᶟɜ ᶠf ᶡɟ ᶢg ᶣɥ ᶤɨ ᶥɩ ᶦɪ ᶧᵻ ᶨʝ ᶩɭ ᶪᶅ ᶫʟ ᶬɱ
    ᶭɰ ᶮɲ ᶯɳ ᶰɴ ᶱɵ ᶲɸ ᶳʂ ᶴʃ ᶵƫ ᶶʉ ᶷʊ ᶸᴜ ᶹʋ ᶺʌ ᶻz ᶼʐ ᶽʑ ᶾʒ ᶿθ ḁa ḃb ḅb ḇb ḉc ḋd ḍd ḏd ḑd ḓd ḕe ḗe ḙe ḛe
    ḝe ḟf ḡg ḣh ḥh ḧh ḩh ḫh ḭi ḯi ḱk ḳk ḵk ḷl ḹl ḻl ḽl ḿm ṁm ṃm ṅn ṇn ṉn ṋn ṍo ṏo ṑo ṓo ṕp ṗp ṙr ṛr ṝr
    ṟr ṡs ṣs ṥs ṧs ṩs ṫt ṭt ṯt ṱt ṳu ṵu ṷu ṹu ṻu ṽv ṿv ẁw ẃw ẅw ẇw ẉw ẋx ẍx ẏy ẑz ẓz ẕz ẖh ẗt ẘw ẙy ẚaʾ
    ẛs ạa ảa ấa ầa ẩa ẫa ậa ắa ằa ẳa ẵa ặa ẹe ẻe ẽe ếe ềe ểe ễe ệe ỉi ịi ọo ỏo ốo ồo ổo ỗo ộo ớo ờo ởo
    ỡo ợo ụu ủu ứu ừu ửu ữu ựu ỳy ỵy ỷy ỹy ἀα ἁα ἂα ἃα ἄα ἅα ἆα ἇα ἐε ἑε ἒε ἓε ἔε ἕε ἠη ἡη ἢη ἣη ἤη ἥη
    ἦη ἧη ἰι ἱι ἲι ἳι ἴι ἵι ἶι ἷι ὀο ὁο ὂο ὃο ὄο ὅο ὐυ ὑυ ὒυ ὓυ ὔυ ὕυ ὖυ ὗυ ὠω ὡω ὢω ὣω ὤω ὥω ὦω ὧω ὰα
    άα ὲε έε ὴη ήη ὶι ίι ὸο όο ὺυ ύυ ὼω ώω ᾀαι ᾁαι ᾂαι ᾃαι ᾄαι ᾅαι ᾆαι ᾇαι ᾐηι ᾑηι ᾒηι ᾓηι ᾔηι ᾕηι ᾖηι
    ᾗηι ᾠωι ᾡωι ᾢωι ᾣωι ᾤωι ᾥωι ᾦωι ᾧωι ᾰα ᾱα ᾲαι ᾳαι ᾴαι ᾶα ᾷαι ιι ῂηι ῃηι ῄηι ῆη ῇηι ῐι ῑι ῒι ΐι ῖι ῗι
    ῠυ ῡυ ῢυ ΰυ ῤρ ῥρ ῦυ ῧυ `` ῲωι ῳωι ῴωι ῶω ῷωι ‑‐ ‒- –- —- ―- ‘' ’' ‚' ‛' “" ”" „" ‟" ․. ‥.. …... ′'
    ″" ‴''' ‶‵‵ ‷‵‵‵ ‹' ›' ‼!! ⁄/ ⁇?? ⁈?! ⁉!? ⁗'''' ⁰0 ⁱi ⁴4 ⁵5 ⁶6 ⁷7 ⁸8 ⁹9 ⁺+ ⁻- ⁼= ⁽( ⁾) ⁿn ₀0 ₁1 ₂2
    ₃3 ₄4 ₅5 ₆6 ₇7 ₈8 ₉9 ₊+ ₋- ₌= ₍( ₎) ₐa ₑe ₒo ₓx ₔə ₕh ₖk ₗl ₘm ₙn ₚp ₛs ₜt ℀a/c ℁a/s ℂc ℃°c ℅c/o
    ℆c/u ℇɛ ℉°f ℊg ℋh ℌh ℍh ℎh ℏh ℐi ℑi ℒl ℓl ℕn №no ℙp ℚq ℛr ℜr ℝr ℠sm ℡tel ™tm ℤz ℨz ℬb ℭc ℯe ℰe ℱf ℳm
    ℴo ℵא ℶב ℷג ℸד ℹi ℻fax ℼπ ℽγ ℾγ ℿπ ⅀∑ ⅅd ⅆd ⅇe ⅈi ⅉj ⅐1/7 ⅑1/9 ⅒1/10 ⅓1/3 ⅔2/3 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5
    ⅙1/6 ⅚5/6 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8 ⅟1/ ⅰi ⅱii ⅲiii ⅳiv ⅴv ⅵvi ⅶvii ⅷviii ⅸix ⅹx ⅺxi ⅻxii ⅼl ⅽc ⅾd ⅿm ↉0/3
    −- ∕/ ⱼj ⱽv ꝰꝯ ꟲc ꟳf ꟴq ꟸh ꟹoe
    """#
}
