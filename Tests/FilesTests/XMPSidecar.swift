import Testing

/// A sidecar as some program writes it.
struct XMPSidecar: CustomTestStringConvertible {
  let name: String
  let text: String
  /// Those in `dc:subject` and `digiKam:TagsList`.
  var tags: [String] = []
  var digiKamTags: [String] = []
  /// What stands in the lines that change: `nil` for none.
  var changed: String? = "Rating"

  var testDescription: String { name }

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  static let all = [
    XMPSidecar(
      name: "darktable",
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="\(rdf)">
          <rdf:Description rdf:about=""
            xmlns:exif="http://ns.adobe.com/exif/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
            xmlns:darktable="http://darktable.sf.net/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
           exif:DateTimeOriginal="2024:05:01 10:11:12.000"
           xmp:Rating="1"
           xmpMM:DerivedFrom="clip.mp4"
           darktable:import_timestamp="63850000000000000"
           darktable:xmp_version="5"
           darktable:auto_presets_applied="1"
           darktable:history_end="2">
           <darktable:masks_history>
            <rdf:Seq/>
           </darktable:masks_history>
           <darktable:history>
            <rdf:Seq>
             <rdf:li
              darktable:num="0"
              darktable:operation="colorin"
              darktable:params="gz48eJzjYhgFowABWAbaAaNgwAEAMNgADg=="/>
             <rdf:li
              darktable:num="1"
              darktable:operation="colorout"/>
            </rdf:Seq>
           </darktable:history>
           <dc:subject>
            <rdf:Seq>
             <rdf:li>darktable</rdf:li>
             <rdf:li>river</rdf:li>
            </rdf:Seq>
           </dc:subject>
           <lr:hierarchicalSubject>
            <rdf:Seq>
             <rdf:li>darktable|format|mp4</rdf:li>
            </rdf:Seq>
           </lr:hierarchicalSubject>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>

        """, tags: ["darktable", "river"]),
    XMPSidecar(
      name: "digiKam",
      text: """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="\(rdf)">
          <rdf:Description rdf:about=""
            xmlns:digiKam="http://www.digikam.org/ns/1.0/"
            xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"
            xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"
           digiKam:PickLabel="2"
           digiKam:ColorLabel="0"
           acdsee:categories="&lt;Categories&gt;&lt;Category Assigned=&quot;1&quot;&gt;river&lt;/Category&gt;&lt;/Categories&gt;"
           tiff:Software="digiKam-7.9.0"
           xmp:CreatorTool="digiKam-7.9.0"
           xmp:Rating="3">
           <digiKam:TagsList>
            <rdf:Seq>
             <rdf:li>places/river</rdf:li>
            </rdf:Seq>
           </digiKam:TagsList>
           <MicrosoftPhoto:LastKeywordXMP>
            <rdf:Bag>
             <rdf:li>places/river</rdf:li>
            </rdf:Bag>
           </MicrosoftPhoto:LastKeywordXMP>
           <tiff:ImageDescription>
            <rdf:Alt>
             <rdf:li xml:lang="x-default">by the river</rdf:li>
            </rdf:Alt>
           </tiff:ImageDescription>
           <dc:subject>
            <rdf:Bag>
             <rdf:li>river</rdf:li>
            </rdf:Bag>
           </dc:subject>
           <dc:description>
            <rdf:Alt>
             <rdf:li xml:lang="x-default">by the river</rdf:li>
             <rdf:li xml:lang="de-DE">am Fluss</rdf:li>
            </rdf:Alt>
           </dc:description>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>
        """, tags: ["river"], digiKamTags: ["places/river"]),
    XMPSidecar(
      name: "Lightroom",
      text: """
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000">
         <rdf:RDF xmlns:rdf="\(rdf)">
          <rdf:Description rdf:about=""
            xmlns:xmp="http://ns.adobe.com/xap/1.0/"
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
            xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
            xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
            xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
           xmp:ModifyDate="2024-05-01T10:11:12.5+02:00"
           xmp:Rating="5"
           tiff:Make="Canon"
           tiff:ImageWidth="1920"
           crs:Version="15.0">
           <xmpMM:History>
            <rdf:Seq>
             <rdf:li
              stEvt:action="saved"
              stEvt:when="2024-05-01T10:11:12+02:00"
              stEvt:changed="/metadata"/>
            </rdf:Seq>
           </xmpMM:History>
           <crs:Look>
            <rdf:Description
             crs:Name="Adobe Color"
             crs:Amount="1">
            <crs:Parameters>
             <rdf:Description
              crs:Version="15.0">
             <crs:ToneCurvePV2012>
              <rdf:Seq>
               <rdf:li>0, 0</rdf:li>
               <rdf:li>22, 16</rdf:li>
              </rdf:Seq>
             </crs:ToneCurvePV2012>
             </rdf:Description>
            </crs:Parameters>
            </rdf:Description>
           </crs:Look>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        """),
    XMPSidecar(
      name: "exiftool",
      text: """
        <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
        <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
        <rdf:RDF xmlns:rdf='\(rdf)'>

         <rdf:Description rdf:about=''
          xmlns:dc='http://purl.org/dc/elements/1.1/'>
          <dc:creator>
           <rdf:Seq>
            <rdf:li>Ann &amp; Bob</rdf:li>
           </rdf:Seq>
          </dc:creator>
          <dc:subject>
           <rdf:Bag>
            <rdf:li>river</rdf:li>
            <rdf:li>two words</rdf:li>
           </rdf:Bag>
          </dc:subject>
         </rdf:Description>

         <rdf:Description rdf:about=''
          xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>
          <photoshop:AuthorsPosition>Filmer</photoshop:AuthorsPosition>
         </rdf:Description>

         <rdf:Description rdf:about=''
          xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
          <xmp:Rating>4</xmp:Rating>
         </rdf:Description>
        </rdf:RDF>
        </x:xmpmeta>
                                                                                                    
                                                                                                    
        <?xpacket end='w'?>
        """, tags: ["river", "two words"]),
    XMPSidecar(
      name: "x-default and one language",
      text: wrapped(
        """
          <dc:title>
           <rdf:Alt>
            <rdf:li xml:lang="x-default">Harbour</rdf:li>
            <rdf:li xml:lang="de-DE">Hafen</rdf:li>
           </rdf:Alt>
          </dc:title>
        """), changed: nil),
    XMPSidecar(
      name: "many languages, the default last",
      text: wrapped(
        """
          <dc:rights>
           <rdf:Alt>
            <rdf:li xml:lang="fr">à moi</rdf:li>
            <rdf:li xml:lang="de">mein</rdf:li>
            <rdf:li xml:lang="x-default">mine</rdf:li>
           </rdf:Alt>
          </dc:rights>
        """), changed: nil),
    XMPSidecar(
      name: "comments and instructions",
      text: """
        <x:xmpmeta xmlns:x="adobe:ns:meta/">
        <!-- before -->
        <?editor state="kept"?>
        \(bare("  <!-- <xmp:Rating>5</xmp:Rating> in vain -->\n  <?inner one?>"))
        <!-- after -->
        </x:xmpmeta>
        <!-- end -->
        """, changed: nil),
    XMPSidecar(
      name: "names that mean others",
      text: wrapped(
        """
          <tiff:Artist xmlns:tiff="http://ns.adobe.com/tiff/1.0/">Ann</tiff:Artist>
          <photoshop:Caption xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">By hand</photoshop:Caption>
          <dc:creator><rdf:Seq><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>
        """), changed: nil),
    XMPSidecar(
      name: "another prefix for the rating",
      text: """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(rdf)">
         <rdf:Description rdf:about="uuid:1" xmlns:xap="http://ns.adobe.com/xap/1.0/">
          <xap:Rating>2</xap:Rating>
          <xap:Label>Red</xap:Label>
         </rdf:Description>
         <rdf:Description rdf:about="uuid:1" xmlns:a="urn:a:"><a:ref rdf:resource="http://example.org/a?b&amp;c"/></rdf:Description>
        </rdf:RDF></x:xmpmeta>
        """),
    XMPSidecar(
      name: "qualifiers, structures and empty values",
      text: wrapped(
        """
          <a:q xmlns:a="urn:a:" xml:lang="de">Wert</a:q>
          <a:v xmlns:a="urn:a:" rdf:parseType="Resource"><rdf:value>v</rdf:value><a:why>because</a:why></a:v>
          <a:s xmlns:a="urn:a:"><rdf:Description a:x="1"><a:y/></rdf:Description></a:s>
          <a:e xmlns:a="urn:a:"></a:e>
          <a:c xmlns:a="urn:a:"><![CDATA[1 < 2 & 3]]></a:c>
          <dc:subject><rdf:Bag/></dc:subject>
        """), changed: "rdf:Bag/"),
    XMPSidecar(
      name: "lines of Windows",
      text: wrapped("  <dc:format>video/mp4</dc:format>\n  <xmp:Rating/>").split(separator: "\n")
        .joined(separator: "\r\n")),
    XMPSidecar(
      name: "nothing but its frame",
      text: """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'>
        <rdf:RDF xmlns:rdf='\(rdf)'>
        </rdf:RDF>
        </x:xmpmeta>
        """,
      changed: nil),
  ]

  private static func wrapped(_ properties: String) -> String {
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\(bare(properties))\n</x:xmpmeta>"
  }

  /// RDF with some properties.
  private static func bare(_ properties: String) -> String {
    """
    <rdf:RDF xmlns:rdf="\(rdf)">
     <rdf:Description rdf:about=""
       xmlns:xmp="http://ns.adobe.com/xap/1.0/"
       xmlns:dc="http://purl.org/dc/elements/1.1/">
    \(properties)
     </rdf:Description>
    </rdf:RDF>
    """
  }
}
