#!/bin/sh
# Makes the sample clips of this folder, picture and sound, from formulas alone.
#
#   samples/make.sh [OUTDIR [NAME…]]
#
# OUTDIR is where the clips go (default: this folder), NAME one or more of the clips named in
# CLIPS below (default: all). Needs ffmpeg with libx264, libx265, libvpx, libsvtav1, libtheora,
# libvorbis, libopus, libmp3lame and libfreetype (Debian's has them all) and espeak-ng. Nothing
# is random and every writer is in bit-exact mode: the same tools make the same bytes.
#
# Each picture is drawn small by `geq` or a generator, then enlarged: Flick shows a clip in some
# 80 x 48 to 200 x 120 half-block cells, so bold shapes and full colours count and detail is lost.
# Each clip lasts LOOP seconds and everything in it has a period that divides LOOP, so the last
# frame leads into the first. Sounds with an echo are made for two rounds, of which the second is
# kept: it starts with the tail of the first.
set -eu

CLIPS='kaleidoscope countdown mandelbrot balls life lava spirograph spectrum pascal tunnel'
LOOP=12

die() {
  echo "make.sh: $*" >&2
  exit 1
}

for tool in ffmpeg espeak-ng; do
  command -v "$tool" > /dev/null || die "$tool is missing; on Debian: apt install ffmpeg espeak-ng"
done

here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
[ $# -gt 0 ] && shift
[ -d "$out" ] || die "no such folder: $out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export SVT_LOG=1 # errors only

# ------------------------------------------------------------------------------------ helpers --

# ff ARGUMENT… runs ffmpeg quietly.
ff() {
  ffmpeg -hide_banner -nostdin -loglevel error -y "$@"
}

# write FILE TITLE ARGUMENT… writes a clip with its title, its colours named and no time stamp or
# encoder version inside.
write() {
  write_file=$out/$1
  write_title=$2
  shift 2
  ff "$@" -map_metadata -1 -metadata title="$write_title" -fflags +bitexact \
    -flags:v +bitexact -flags:a +bitexact \
    -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv "$write_file"
}

# to_yuv WIDTH HEIGHT [FLAGS] is the filter from drawn RGB to the size and format of the encoder.
to_yuv() {
  echo "scale=$1:$2:flags=${3:-lanczos}:out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1"
}

# pick INDEX V0 V1 … is an expression: V<INDEX> (0 when INDEX < 1), as a balanced tree of if().
pick() {
  pick_index=$1
  shift
  awk -v i="$pick_index" '
    function tree(a, b, m) {
      if (a == b) return ARGV[a]
      m = int((a + b + 1) / 2)
      return "if(lt(" i "," (m - 1) ")," tree(a, m - 1) "," tree(m, b) ")"
    }
    BEGIN { print tree(1, ARGC - 1) }' "$@"
}

# pitch NOTE is the frequency in Hz of a MIDI note number (69 is A4, 440 Hz).
pitch() {
  echo "(440*pow(2,(($1)-69)/12))"
}

# field WIDTH HEIGHT RATE EXPRESSION is a source: EXPRESSION, 0…1, drawn for each pixel.
field() {
  echo "color=black:s=$1x$2:r=$3:d=$LOOP,format=gray16le,geq=lum='$4;65535*clip(ld(0),0,1)'"
}

# paint RED GREEN BLUE is a filter: it colours a field by three expressions, 0…1, of its value v.
paint() {
  paint_by=mergeplanes=0x000000:gbrp16le,lutrgb=
  for channel in "r=$1" "g=$2" "b=$3"; do
    paint_by="$paint_by${channel%%=*}='65535*clip($(echo "${channel#*=}" |
      sed 's/\bv\b/(val\/65535)/g'),0,1)':"
  done
  echo "${paint_by%:},format=gbrp"
}

# still WIDTH HEIGHT RED GREEN BLUE is a source: one drawn picture, held.
still() {
  echo "color=black:s=$1x$2:r=30:d=1,format=gbrp,trim=end_frame=1,geq=r='255*clip($3,0,1)'" \
    ":g='255*clip($4,0,1)':b='255*clip($5,0,1)',loop=-1:1:0"
}

# hue TURN OFFSET is one channel, 0…1, of a cosine palette: OFFSET tells red, green and blue
# apart.
hue() {
  echo "(.5+.5*cos(2*PI*(($1)+$2)))"
}

# sound LEFT RIGHT [FILTERS] makes $work/sound.wav from two expressions: two rounds of them, of
# which the second is kept. A file rather than a source of the picture's graph, because ffmpeg
# 5.1 hands a fixed-frame encoder too much when the sound runs ahead of a slow picture.
sound() {
  ff -f lavfi -i "aevalsrc='$1|$2':s=48000:d=$((2 * LOOP)),${3:-anull},
    atrim=$LOOP:$((2 * LOOP)),asetpts=PTS-STARTPTS" -fflags +bitexact "$work/sound.wav"
}

# -------------------------------------------------------------------------------------- clips --

# Eight mirrored sectors, turned by one sector a round. A bass note pulls the picture in on each
# beat; four chords of three seconds carry an arpeggio.
kaleidoscope() {
  pattern="st(0,X-W/2+.5);st(1,Y-H/2+.5);st(9,2*PI*T/$LOOP);
    st(2,hypot(ld(0),ld(1))/(W/2)*(1-.07*exp(-5*mod(T,.75))));
    st(3,abs(mod(atan2(ld(1),ld(0))+ld(9)/4+8*PI,PI/4)-PI/8));
    st(4,ld(2)*cos(ld(3)));st(5,ld(2)*sin(ld(3)));
    st(0,(.45*sin(5*ld(4)-2*ld(9))+.5*sin(9*ld(5)+ld(9))+.4*sin(3*(ld(4)+ld(5))+ld(9))
      -.35*ld(2)+T/6+2.2)/6)"
  light='(.74+.38*cos(18.85*v))'
  root=$(pick 'st(1,floor(mod(t,12)/3))' 45 41 48 43)
  # The third of the chord is minor on A and major on F, C and G.
  third='gte(mod(t,12),3)'
  note=$(pick 'mod(floor(t/.375),8)' 0 7 12 "15+$third" 19 "15+$third" 12 7)
  pluck="st(2,$root+24);st(3,$note);st(0,mod(t,.375));st(4,2*PI*ld(0)*$(pitch 'ld(2)+ld(3)'));
    .16*min(1,ld(0)*250)*min(1,(.375-ld(0))*80)*exp(-5*ld(0))
      *(sin(ld(4))+.5*sin(2*ld(4))+.25*sin(3*ld(4)))"
  bass="st(0,mod(t,.75));st(2,2*PI*ld(0)*$(pitch "$root"));
    .3*min(1,ld(0)*150)*min(1,(.75-ld(0))*60)*exp(-3*ld(0))*sin(ld(2)+.8*sin(ld(2)))"
  pad="st(0,mod(t,3));st(2,$root+12);st(3,2*PI*t);.05*pow(sin(PI*ld(0)/3),.6)
      *(sin(ld(3)*$(pitch 'ld(2)+.04'))+sin(ld(3)*$(pitch 'ld(2)+7-.03'))
      +sin(ld(3)*$(pitch "ld(2)+15+$third")))"
  sound "($pluck)+($bass)+($pad)" ".8*($pluck)+($bass)+($pad)" 'aecho=.9:.9:281|562:.35|.2'
  write 01-kaleidoscope.mp4 Kaleidoscope -i "$work/sound.wav" -filter_complex "
    $(field 180 320 30 "$pattern"),scale=480:854:flags=lanczos,
    $(paint "$light*(.60+.50*cos(37.7*v))" "$light*(.38+.42*cos(37.7*v+2.1)+.1*cos(75.4*v))" \
      "$light*(.58+.48*cos(37.7*v+3.9))")[flower];
    $(still 60 107 '1.1-.35*hypot(X-29.5,Y-53)/53' '1.1-.45*hypot(X-29.5,Y-53)/53' \
      '1.1-.25*hypot(X-29.5,Y-53)/53'),scale=480:854:flags=bicubic[shade];
    [flower][shade]blend=all_mode=multiply:shortest=1,$(to_yuv 480 854)[v]" \
    -map '[v]' -map 0:a -c:v libx264 -preset slow -crf 27 -c:a aac -b:a 112k -movflags +faststart
}

# Ten to zero in the manner of a film leader, a voice saying each number and subtitles writing it.
countdown() {
  words='ten nine eight seven six five four three two one'
  inputs=''
  mix=''
  labels=''
  second=0
  for word in $words 'zero. And round again!'; do
    espeak-ng -v en-us -s 150 -p 38 -a 170 -w "$work/$second.wav" "$word"
    inputs="$inputs -i $work/$second.wav"
    mix="$mix[$second:a]silenceremove=start_periods=1:start_threshold=-40dB,"
    mix="${mix}adelay=$((second * 1000 + 80))[w$second];"
    labels="$labels[w$second]"
    end=$second,900
    text=$word
    [ "$second" = 10 ] && end=11,900 && text='zero. And round again!'
    printf '%d\n00:00:%02d,080 --> 00:00:%02d,%s\n%s\n\n' \
      $((second + 1)) "$second" "${end%,*}" "${end#*,}" \
      "$(echo "$text" | cut -c1 | tr a-z A-Z)$(echo "$text" | cut -c2-)" >> "$work/words.srt"
    second=$((second + 1))
  done
  printf '%%{eif:max(0,10-floor(t)):d}' > "$work/digits.txt"

  # The swept sector takes the next second's colour; the last two seconds burst into rays.
  sweep="st(1,X-W/2+.5);st(2,Y-H/2+.5);st(3,hypot(ld(1),ld(2)));
    st(4,mod(atan2(ld(1),-ld(2))/2/PI+1,1));
    st(0,if(lt(T,10),.5+ld(3)*6.28*(mod(T,1)-ld(4)),.5+ld(3)*.7*sin(2*PI*(8*ld(4)+T))))"
  # Twelve colours, five steps of the palette apart, so that neighbours differ boldly; the rays
  # mix that of the last second with that of the first.
  colour() {
    echo "color=black:s=2x2:r=25:d=$LOOP,format=gbrp,geq=r='255*$(hue "($1)*5/12" 0)'" \
      ":g='255*$(hue "($1)*5/12" .36)':b='255*$(hue "($1)*5/12" .66)',scale=854:480:flags=neighbor"
  }
  rings='st(0,hypot(X-426.5,Y-239.5));clip(4-abs(ld(0)-212),0,1)+clip(4-abs(ld(0)-188),0,1)'
  shade='1.25-.6*hypot(X-53.5,Y-29.5)/60'
  tick='st(0,mod(t,1));st(1,min(floor(t),10));if(lt(t,10),
    .16*min(1,ld(0)*400)*exp(-14*ld(0))*sin(2*PI*ld(0)*'$(pitch '57+ld(1)')'),
    st(0,t-10)*0+.13*min(1,ld(0)*100)*min(1,(2-ld(0))*3)*exp(-1.6*ld(0))
      *(sin(2*PI*ld(0)*'$(pitch 57)')
      +sin(2*PI*ld(0)*'$(pitch 64)')+sin(2*PI*ld(0)*'$(pitch 69)')+sin(2*PI*ld(0)*'$(pitch 73)')))'
  # shellcheck disable=SC2086 # $inputs is a list of arguments.
  write 02-countdown.mkv Countdown $inputs -i "$work/words.srt" -filter_complex "
    $(field 427 240 25 "$sweep"),scale=854:480:flags=bicubic,
    mergeplanes=0x000000:gbrp16le,format=gbrp[mask];
    $(colour 'min(floor(T),11)')[before];$(colour 'if(lt(T,10),floor(T)+1,0)')[after];
    $(still 107 60 "$shade" "$shade" "$shade"),scale=854:480:flags=bicubic[shade];
    $(still 854 480 "$rings" "$rings" "$rings")[rings];
    [before][after][mask]maskedmerge[swept];[swept][shade]blend=all_mode=multiply:shortest=1[dim];
    [dim][rings]blend=all_mode=lighten:shortest=1,$(to_yuv 854 480),
    drawtext=font='DejaVu Sans\\:style=Bold':textfile=$work/digits.txt:fontcolor=white
      :bordercolor=black:borderw=14:fontsize='h*(.58+.12*exp(-7*mod(t\\,1)))'
      :x='(w-text_w)/2':y='(h-text_h)/2'[v];
    aevalsrc='$tick':s=22050:d=$LOOP[tick];
    $mix$labels[tick]amix=inputs=12:normalize=0:duration=longest,
    volume=.8,alimiter=limit=.8:level=0,
    apad,atrim=0:$LOOP,aformat=sample_fmts=s16:channel_layouts=mono[a]" \
    -map '[v]' -map '[a]' -map 11:s -c:v libx264 -preset slow -crf 23 -g 50 \
    -c:a flac -c:s srt -metadata:s:a language=eng -metadata:s:s language=eng -disposition:s default
}

# An endless dive at a Misiurewicz point, where the Mandelbrot set repeats itself: 22 turns of the
# spiral on, 23 times deeper, the picture is the first one again, turned by -124 degrees and 44
# iterations (7.003 periods of the colours) later. The sound is Shepard's endless glissando.
mandelbrot() {
  # The point solves f^26(0) = f^24(0) for f(z) = z^2 + c; the multiplier of its cycle of two is
  # 1.153243 at 27.0781 degrees, and this to the power of 22 the zoom and the turn.
  from=2e-6
  # Where the iterations run wild the blur leaves the middle value: violet. Gold is above, blue
  # below.
  high='clip((val-140)/105,0,1)'
  low='clip((116-val)/105,0,1)'
  shepard='st(0,mod(t/6,1));st(9,0);st(1,0);
    while(lt(ld(1),8),st(2,(ld(1)+ld(0))/8);
      st(9,ld(9)+pow(sin(PI*ld(2)),2)
        *sin(2*PI*238*pow(2,ld(1)+ld(0))+PHASE));st(1,ld(1)+1));.11*ld(9)'
  left=$(echo "$shepard" | sed 's/PHASE/.6*sin(2*PI*t\/4)/')
  right=$(echo "$shepard" | sed 's/PHASE/.6*sin(2*PI*t\/3+2)/')
  sound "$left" "$right" 'aecho=.9:.8:400:.3'
  write 03-mandelbrot.mp4 'Mandelbrot dive' -i "$work/sound.wav" -filter_complex "
    mandelbrot=s=640x640:r=24:start_x=-0.7432918908524302:start_y=0.13124055230879758
      :start_scale=$from:end_scale=$(awk "BEGIN { print $from / 1.153243 ^ 22 }")
      :end_pts=$((24 * LOOP)):maxiter=1200:bailout=100:inner=black,
    trim=end_frame=$((24 * LOOP)),extractplanes=r,
    rotate=a='-2*PI*t/$LOOP*124.2818/360':ow=547:oh=308,scale=427:240:flags=area,gblur=1.3,
    scale=854:480:flags=bicubic,format=gbrp,
    lutrgb=r='36+219*pow($high,1.1)-30*$low+70*pow($low,4)'
      :g='6+214*pow($high,1.7)+220*pow($low,1.8)'
      :b='50+40*pow($high,4)-40*$high+205*pow($low,1.1)',
    $(to_yuv 854 480)[v]" \
    -map '[v]' -map 0:a -c:v libx265 -preset medium -crf 31 -tag:v hvc1 \
    -x265-params log-level=error:frame-threads=1:info=0 -c:a aac -b:a 112k -movflags +faststart
}

# Two balls on a xylophone, each sound at the frame of its bounce: eyes and ears check the sync.
# Stored lying on its side; the display matrix turns it upright.
balls() {
  # A bounces each .75 s from the left, B each .5 s from the right; both cross the five bars in
  # four bounces.
  bar_a="(4-abs(mod(FLOOR(T/.75),8)-4))"
  bar_b="abs(mod(FLOOR(T/.5),8)-4)"
  at() { echo "$1" | sed "s/FLOOR/$2/g; s/T/$3/g"; }
  hit_a="st(0,$(at "$bar_a" floor T));st(1,exp(-5*mod(T,.75)));"
  hit_b="st(2,$(at "$bar_b" floor T));st(3,exp(-5*mod(T,.5)));"
  bars="$hit_a$hit_b st(4,min(1,eq(X,ld(0))*ld(1)+eq(X,ld(2))*ld(3)));"
  bar() { echo "$bars 255*(ld(4)+(1-ld(4))*.8*$(hue 'X/6.5' "$1"))"; }
  # A wave runs out from the last bounce of each ball; x and y are in widths of the picture.
  waves="$hit_a$hit_b st(5,(X+.5)/W);st(6,(H-Y-.5)/W);
    st(7,abs(hypot(ld(5)-.1-.2*ld(0),ld(6))-1.6*mod(T,.75)));
    st(8,abs(hypot(ld(5)-.1-.2*ld(2),ld(6))-1.6*mod(T,.5)));
    st(7,pow(ld(1),.6)*exp(-pow(ld(7)*12,2)));st(8,pow(ld(3),.6)*exp(-pow(ld(8)*12,2)));"
  sphere() {
    echo "st(0,hypot(X-55.5,Y-55.5)/55);st(1,hypot(X-37,Y-34)/76);
      min(255,$1*(1.1-.7*ld(0)*ld(0))+230*exp(-pow(ld(1)*3.2,2)))"
  }
  disc="a='255*clip((55-hypot(X-55.5,Y-55.5))+.5,0,1)'"
  tone() {
    echo "2*PI*ld(0)*$(pitch "$(pick "$(at "$1" floor t)" "$2" "$3" "$4" "$5" "$6")")"
  }
  ring_a="st(0,mod(t,.75));st(1,$(tone "$bar_a" 60 62 64 67 69));
    .34*min(1,ld(0)*800)*min(1,(.75-ld(0))*60)*exp(-5*ld(0))
      *(sin(ld(1))+.35*exp(-14*ld(0))*sin(4*ld(1)))"
  ring_b="st(0,mod(t,.5));st(1,$(tone "$bar_b" 72 74 76 79 81));
    .24*min(1,ld(0)*800)*min(1,(.5-ld(0))*60)*exp(-7*ld(0))
      *(sin(ld(1))+.3*exp(-14*ld(0))*sin(4*ld(1)))"
  pan_a="(.2+.15*$(at "$bar_a" '' t))"
  pan_b="(.2+.15*$(at "$bar_b" '' t))"
  (out=$work && write upright.mov 'Bouncing balls' -filter_complex "
    color=black:s=60x93:r=60:d=$LOOP,format=gbrp,
    geq=r='$waves min(255,24+50*Y/H+255*ld(7)+40*ld(8))'
      :g='$waves min(255,10+8*Y/H+70*ld(7)+215*ld(8))'
      :b='$waves min(255,58+60*Y/H+120*ld(7)+235*ld(8))',
    scale=480:744:flags=bicubic,pad=480:854:0:0[back];
    color=black:s=5x1:r=60:d=$LOOP,format=gbrp,
    geq=r='$(bar 0)':g='$(bar .62)':b='$(bar .3)',
    scale=480:110:flags=neighbor,drawgrid=w=96:h=110:t=8:c=0x140a2a[bars];
    color=black:s=112x112:r=60,format=gbrap,trim=end_frame=1,geq=
      r='$(sphere 255)':g='$(sphere 60)':b='$(sphere 120)':$disc,loop=-1:1:0[ball_a];
    color=black:s=112x112:r=60,format=gbrap,trim=end_frame=1,geq=
      r='$(sphere 20)':g='$(sphere 210)':b='$(sphere 235)':$disc,loop=-1:1:0[ball_b];
    [back][bars]overlay=0:744:format=gbrp:shortest=1[scene];
    [scene][ball_a]overlay=format=gbrp:shortest=1
      :x='96*($(at "$bar_a" '' t))-8':y='632-4*610*mod(t/.75,1)*(1-mod(t/.75,1))'[one];
    [one][ball_b]overlay=format=gbrp:shortest=1
      :x='96*($(at "$bar_b" '' t))-8':y='632-4*360*mod(t/.5,1)*(1-mod(t/.5,1))',
    transpose=cclock,$(to_yuv 854 480)[v];
    aevalsrc='(1.2-$pan_a)*($ring_a)+(1.2-$pan_b)*($ring_b)
      |(.2+$pan_a)*($ring_a)+(.2+$pan_b)*($ring_b)':s=44100:d=$LOOP[a]" \
    -map '[v]' -map '[a]' -c:v libx264 -preset slow -crf 25 -c:a aac -b:a 128k)
  write 04-bouncing-balls.mov 'Bouncing balls' -i "$work/upright.mov" -c copy \
    -metadata:s:v rotate=270 -movflags +faststart
}

# Conway's Game of Life with patterns whose periods divide thirty: a glider gun (30), a
# pentadecathlon (15), an octagon (5), a pulsar (3) and two toads (2). Each one plays a note when
# it begins anew, from the side it stands on.
life() {
  # The field has a margin around its view of 64 x 36 cells that no glider crosses in time.
  # Patterns by column and row of the view; the first 300 generations, 40 s, let the gun
  # fill its ray.
  awk 'function put(x, y, rows, n, i, j, r) {
      n = split(rows, r, "/")
      for (i = 1; i <= n; i++)
        for (j = 1; j <= length(r[i]); j++)
          if (substr(r[i], j, 1) == "O") cell[x + j - 1 + 16, y + i - 1 + 16] = 1
    }
    BEGIN {
      put(1, 1, "........................O/......................O.O/" \
          "............OO......OO............OO/" \
          "...........O...O....OO............OO/OO........O.....O...OO/" \
          "OO........O...O.OO....O.O/..........O.....O.......O/...........O...O/............OO")
      put(47, 7, "OOOOOOOOOO")
      put(52, 20, "...OO/..O..O/.O....O/O......O/O......O/.O....O/..O..O/...OO")
      side = "O....O.O....O/O....O.O....O/O....O.O....O/"
      put(6, 19, "..OOO...OOO//" side "..OOO...OOO//..OOO...OOO/" side "/..OOO...OOO")
      put(26, 31, ".OOO/OOO")
      put(43, 1, ".OOO/OOO")
      for (y = 0; y < 180; y++) {
        for (x = 0; x < 210; x++) printf "%s", cell[x, y] ? "O" : " "
        print ""
      }
    }' > "$work/life.txt"
  # every PERIOD NOTE GAIN FALL is a struck note every PERIOD generations,
  # of which 7.5 make a second.
  every() {
    echo "st(0,mod(t,$1/7.5));$3*min(1,ld(0)*500)*min(1,($1/7.5-ld(0))*80)*exp(-$4*ld(0))
      *(sin(2*PI*ld(0)*$(pitch "$2"))+.4*exp(-20*ld(0))*sin(6*PI*ld(0)*$(pitch "$2")))"
  }
  gun=$(every 30 38 .3 1.2)
  deca=$(every 15 "$(pick 'mod(floor(t/2),4)' 62 65 69 67)" .2 2.5)
  octagon=$(every 5 "$(pick 'mod(floor(t*1.5),4)' 74 77 81 77)" .12 6)
  pulsar=$(every 3 "$(pick 'mod(floor(t/3),4)' 50 50 53 48)" .2 9)
  toad=$(every 2 93 .03 30)
  sound "1*($gun)+.5*($deca)+.4*($octagon)+1.1*($pulsar)+.7*($toad)" \
    "1*($gun)+1*($deca)+1.1*($octagon)+.5*($pulsar)+1*($toad)" 'aecho=.9:.8:300|450:.3|.15'
  write 05-game-of-life.webm 'Game of Life' -i "$work/sound.wav" -filter_complex "
    life=f=$work/life.txt:s=210x180:r=15/2:stitch=0:mold=20
      :life_color=white:death_color=0x909090:mold_color=black,
    crop=64:36:16:16,format=gbrp,fps=30,lagfun=decay=.93,
    trim=40:$((40 + LOOP)),setpts=PTS-STARTPTS,scale=1280:720:flags=neighbor,split[cells][light];
    [light]scale=320:180:flags=area,gblur=5,scale=1280:720:flags=bicubic,
    lutrgb=r='val*1.2':g='val*1.2':b='val*1.2'[glow];
    [cells]drawgrid=w=20:h=20:t=3:c=black,format=gbrp[grid];
    [grid][glow]blend=all_mode=screen[lit];
    $(still 64 36 "$(hue '.12-X/85+Y/150' 0)+.2" "$(hue '.12-X/85+Y/150' .33)+.2" \
      "$(hue '.12-X/85+Y/150' .66)+.2"),scale=1280:720:flags=bicubic[tint];
    [lit][tint]blend=all_mode=multiply:shortest=1,
    lutrgb=r='max(val,10)':g='max(val,6)':b='max(val,26)',$(to_yuv 1280 720)[v]" \
    -map '[v]' -map 0:a -c:v libvpx-vp9 -crf 40 -b:v 0 -g 120 -cpu-used 4 -row-mt 1 -threads 2 \
    -c:a libopus -b:a 96k
}

# Six drops of wax in a lava lamp, each a voice of the chord that swells as the drop rises.
lava() {
  # A metaball each: its turns of phase across and up, its size in widths, its note.
  wax='st(1,(X+.5)/W);st(2,(Y+.5)/W);st(9,2*PI*T/12);st(0,0)'
  left=0
  right=0
  for drop in '0 .1 .24 45' '.22 .37 .2 52' '.45 .58 .22 57' '.63 .8 .17 61' '.86 .23 .18 64' \
    '.3 .95 .15 69'; do
    # shellcheck disable=SC2086 # Four words.
    set -- $drop
    wax="$wax;st(3,ld(1)-.5-.3*sin(ld(9)+2*PI*$1));st(4,ld(2)-.89+.74*cos(ld(9)+2*PI*$2));
      st(0,ld(0)+$3*$3/(ld(3)*ld(3)+ld(4)*ld(4)+.002))"
    # A whole number of cycles in the round keeps the voice seamless.
    voice="pow(.5+.5*cos(2*PI*(t/12+$2)),2)*sin(2*PI*t*round(12*$(pitch "$4"))/12
      +sin(2*PI*t*round(6*$(pitch "$4"))/12)+.5*sin(2*PI*t*(5+$4/12)))"
    left="$left+(.5-.4*sin(2*PI*(t/12+$1)))*$voice"
    right="$right+(.5+.4*sin(2*PI*(t/12+$1)))*$voice"
  done
  # Below v = 1/8 is the liquid, above it the wax: rose over violet, mixed upwards to yellow over
  # teal.
  edge='clip((v-.125)*180+.5,0,1)'
  glow='clip(v*8,0,1)'
  core='pow(clip((v-.125)/.8,0,1),.6)'
  two() { echo "($edge)*($1)+(1-$edge)*($2)"; }
  sound ".22*($left)" ".22*($right)" 'aecho=.9:.8:500|750:.3|.2'
  write 06-lava-lamp.webm 'Lava lamp' -i "$work/sound.wav" -filter_complex "
    $(field 96 171 30 "$wax;st(0,ld(0)/8)"),scale=480:854:flags=bicubic,split[one][two];
    [one]$(paint "$(two ".85+.15*$core" ".22+.55*$glow*$glow")" \
      "$(two ".04+.42*$core" ".03*$glow")" \
      "$(two ".36-.2*$core" ".34+.12*$glow")")[bottom];
    [two]$(paint "$(two 1 ".02+.45*$glow*$glow*$glow")" "$(two ".58+.42*$core" ".22+.1*$glow")" \
      "$(two ".02+.5*$core*$core" ".42+.1*$glow")")[top];
    $(still 4 64 '(Y-8)/48' '(Y-8)/48' '(Y-8)/48'),scale=480:854:flags=bicubic[height];
    [top][bottom][height]maskedmerge,trim=end=$LOOP,$(to_yuv 480 854)[v]" \
    -map '[v]' -map 0:a -c:v libsvtav1 -preset 8 -crf 38 -g 120 \
    -c:a libopus -b:a 96k
}

# Sound that draws: left moves the beam across, right up and down. Two tones turn against each
# other; their interval decides the number of petals.
spirograph() {
  # Twelve seconds of octave, fifth, fourth, third, sixth and fifth: 3, 5, 7, 9, 8 and 5 petals.
  low=$(pick 'st(5,floor(mod(t,12)/2))' 1 2 3 4 3 2)
  high=$(pick 'ld(5)' 2 3 4 5 5 3)
  base=$(pick 'ld(5)' 110 73.3333 55 44 44 55)
  beam() {
    echo "st(0,$low);st(1,$high);st(2,2*PI*$base*t);st(3,mod(t,2));
      min(1,min(ld(3)*8,(2-ld(3))*8))*((.42+.1*sin(PI*t))*$1(ld(0)*ld(2))
      $2(.42-.1*sin(PI*t))*$1(ld(1)*ld(2)+PI*t))"
  }
  sound ".14*($(beam cos +))" ".14*($(beam sin -))"
  write 07-spirograph.ogv Spirograph -stream_loop 1 -i "$work/sound.wav" -i "$work/sound.wav" \
    -filter_complex "
    [0:a]volume=7,avectorscope=s=240x240:r=30:mode=lissajous_xy:draw=line:rc=255:gc=255:bc=255
      :rf=25:gf=25:bf=25,trim=$LOOP:$((2 * LOOP)),setpts=PTS-STARTPTS,format=gbrp,
    gblur=1.2,lutrgb=r='val*2':g='val*2':b='val*2',split[line][light];
    [light]gblur=6,lutrgb=r='val*1.4':g='val*1.4':b='val*1.4'[glow];
    [line][glow]blend=all_mode=screen[lit];
    color=black:s=60x60:r=30:d=$LOOP,format=gbrp,
    geq=r='220*$(hue 'hypot(X-30,Y-30)/50-T/6' 0)+35'
      :g='220*$(hue 'hypot(X-30,Y-30)/50-T/6' .36)+35'
      :b='220*$(hue 'hypot(X-30,Y-30)/50-T/6' .66)+35',scale=240:240:flags=bicubic[tint];
    [lit][tint]blend=all_mode=multiply,$(to_yuv 480 480)[v]" \
    -map '[v]' -map 1:a -c:v libtheora -b:v 550k -g 60 -c:a libvorbis -q:a 4
}

# A small piece in D minor, its notes plotted by a constant-Q transform as they sound.
spectrum() {
  bass=$(pick 'mod(floor(t/2),6)' 38 34 41 36 43 45)
  melody=$(pick 'mod(floor(t/.25),48)' \
    74 74 77 77 81 81 79 77 74 74 70 70 77 77 76 74 72 72 77 77 81 81 84 81 \
    79 79 76 76 72 72 76 79 82 82 79 79 74 74 79 82 81 81 81 79 76 76 73 73)
  # Each chord by its degrees over the bass: minor or major third, fifth, octave.
  third=$(pick 'mod(floor(t/2),6)' 15 16 16 16 15 16)
  arp=$(pick 'mod(floor(t/.125),8)' 12 "$third" 19 24 "$third+12" 24 19 "$third")
  string() { # string STEP NOTE GAIN FALL: a plucked string, its harmonics dying one by one
    echo "st(0,mod(t,$1));st(1,2*PI*ld(0)*$(pitch "$2"));
      $3*min(1,ld(0)*200)*min(1,($1-ld(0))*60)*exp(-$4*ld(0))
      *(sin(ld(1))+.5*exp(-4*ld(0))*sin(2*ld(1))
      +.3*exp(-7*ld(0))*sin(3*ld(1)))"
  }
  low=$(string 1 "$bass" .34 1.5)
  mid=$(string .125 "$bass+$arp" .13 8)
  high=$(string .25 "$melody" .2 4)
  sound "($low)+.8*($mid)+($high)" "($low)+1.2*($mid)+.9*($high)" \
    'aecho=.9:.85:375|500:.25|.15'
  write 08-spectrum.avi Spectrum -stream_loop 1 -i "$work/sound.wav" -i "$work/sound.wav" \
    -filter_complex "
    [0:a]showcqt=s=320x180:fps=30:axis=0:bar_h=84:sono_h=96:axis_h=0:basefreq=61.7:endfreq=1480
      :count=2:timeclamp=.15:attack=.033:bar_g=2:sono_g=3:sono_v='30*b_weighting(f)'
      :bar_v='38*b_weighting(f)':cscheme=1|1|1|1|1|1,
    trim=$LOOP:$((2 * LOOP)),setpts=PTS-STARTPTS,format=gbrp[lit];
    $(still 80 45 "$(hue '.95+X/90' 0)+.2" "$(hue '.95+X/90' .64)+.2" "$(hue '.95+X/90' .33)+.3"),
    scale=320:180:flags=bicubic[tint];
    [lit][tint]blend=all_mode=multiply:shortest=1,$(to_yuv 640 360 bicubic)[v]" \
    -map '[v]' -map 1:a -c:v mpeg4 -q:v 8 -g 60 -vtag XVID -c:a libmp3lame -b:a 128k
}

# Pascal's triangle modulo two scrolls by; the row at the bright line sounds, its pitch the number
# of ones in the binary digits of its number.
pascal() {
  # Rows 0…15 and again; five rows and a third a second make four triangles a round. A number's
  # oddness is Lucas' theorem: C(n, k) is odd where k and n - k share no binary digit.
  cells='st(1,(Y+.5)/H*30-10+T*16/3);st(2,floor(ld(1)));st(3,mod(ld(2)+320,16));
    st(4,(X+.5)/W*17-8.5+ld(3)/2+.5);st(5,floor(ld(4)));
    st(0,if(between(ld(5),0,ld(3)),not(bitand(ld(5),ld(3)-ld(5)))
      *clip((.47-abs(ld(4)-ld(5)-.5))*9,0,1)*clip((.47-abs(ld(1)-ld(2)-.5))*9,0,1),0))'
  row='st(1,floor((Y+.5)/H*30-10+T*16/3));st(2,mod(ld(1)+320,16));
    st(3,eq(ld(1),floor(T*16/3))*exp(-1.5*mod(T*16/3,1)));'
  tint() { echo "$row 255*clip($(hue 'ld(2)/16+T/12' "$1")+.12+.7*ld(3),0,1)"; }
  back() { echo "$row 255*clip($1+.1*$(hue 'ld(2)/16+T/12+.5' "$2")+.22*ld(3),0,1)"; }
  ones=0
  for bit in 1 2 4 8; do ones="$ones+gt(bitand(ld(1),$bit),0)"; done
  tune="st(1,mod(floor(t*16/3),16));st(2,$(pick "($ones)" 57 60 64 69 76));st(0,mod(t,3/16));
    st(3,2*PI*ld(0)*$(pitch 'ld(2)'));
    .3*min(1,ld(0)*400)*min(1,(3/16-ld(0))*80)*exp(-8*ld(0))
      *(sin(ld(3))+.5*exp(-12*ld(0))*sin(3*ld(3)))"
  drone="st(0,mod(t,1.5));
    st(2,2*PI*ld(0)*$(pitch "$(pick 'mod(floor(t/1.5),4)' 33 33 36 31)"));
    .3*min(1,ld(0)*100)*min(1,(1.5-ld(0))*30)*exp(-1.5*ld(0))
      *(sin(ld(2))+.4*sin(2*ld(2))+.2*sin(3*ld(2)))"
  sound "($tune)+($drone)" "($tune)+($drone)" 'aecho=.9:.85:281|375:.35|.2'
  write 09-pascal-triangle.webm "Pascal's triangle" -i "$work/sound.wav" -filter_complex "
    $(field 160 285 24 "$cells"),scale=480:854:flags=bicubic,
    mergeplanes=0x000000:gbrp16le,format=gbrp[mask];
    color=black:s=2x285:r=24:d=$LOOP,format=gbrp,
    geq=r='$(back .04 0)':g='$(back .02 .62)':b='$(back .12 .36)',scale=480:854:flags=bicubic[back];
    color=black:s=2x285:r=24:d=$LOOP,format=gbrp,
    geq=r='$(tint 0)':g='$(tint .62)':b='$(tint .36)',scale=480:854:flags=bicubic[tint];
    [back][tint][mask]maskedmerge,$(to_yuv 480 854)[v]" \
    -map '[v]' -map 0:a -c:v libvpx -crf 30 -b:v 450k -g 96 -cpu-used 2 -threads 1 \
    -c:a libvorbis -q:a 4
}

# A flight through a chequered tunnel, a drum for each ring that passes.
tunnel() {
  # u counts rings, v turns; the eye sways on a small circle.
  walls='st(0,(X-W/2+.5)/H-.18*sin(2*PI*T/6));st(1,(Y-H/2+.5)/H-.12*cos(2*PI*T/6));
    st(2,hypot(ld(0),ld(1))+.004);st(3,.42/ld(2)+2*T);
    st(4,atan2(ld(1),ld(0))/2/PI+T/12+.12*sin(.21/ld(2)+2*PI*T/12));
    st(5,clip(.5+2.4*sin(PI*ld(3))*sin(2*PI*5*ld(4))/max(.25,.12/ld(2)),0,1));
    st(6,min(1,ld(2)*2.1)*(.8+.5*exp(-6*mod(T,.5))));'
  tile() {
    echo "$walls 255*clip(ld(6)*(ld(5)*$(hue 'ld(3)/12+ld(4)' "$1")
      +(1-ld(5))*.45*$(hue 'ld(3)/12+ld(4)+.45' "$1"))+$2*exp(-9*ld(2)),0,1)"
  }
  kick='st(0,mod(t,.5));
    .55*min(1,ld(0)*400)*exp(-9*ld(0))*sin(2*PI*(48*ld(0)+4*(1-exp(-30*ld(0)))))'
  hat='st(0,mod(t+.25,.5));
    .12*min(1,ld(0)*900)*exp(-45*ld(0))*(sin(t*91000)+sin(t*57000+3*sin(t*77000)))'
  line=$(pick 'mod(floor(t/.25),16)' 45 57 45 52 45 57 48 50 41 53 41 48 43 55 43 50)
  bass="st(0,mod(t,.25));st(1,2*PI*ld(0)*$(pitch "$line"));
    .26*min(1,ld(0)*300)*min(1,(.25-ld(0))*80)*exp(-4*ld(0))
      *(sin(ld(1))+.6*sin(2*ld(1)+.5)*exp(-6*ld(0))
      +.4*sin(3*ld(1))*exp(-9*ld(0)))"
  wind="st(0,2*PI*t);
    .05*(sin(ld(0)*220+5*sin(ld(0)/3))+sin(ld(0)*330+4*sin(ld(0)/6)))*(.6+.4*sin(ld(0)/6))"
  sound "($kick)+($hat)+($bass)+($wind)" "($kick)+.7*($hat)+($bass)+($wind)" 'aecho=.9:.9:375:.18'
  write 10-tunnel.mp4 Tunnel -i "$work/sound.wav" -filter_complex "
    color=black:s=178x100:r=30:d=$LOOP,format=gbrp,
    geq=r='$(tile 0 .25)':g='$(tile .36 .22)':b='$(tile .66 .3)',$(to_yuv 854 480)[v]" \
    -map '[v]' -map 0:a -c:v libx264 -preset slow -crf 30 -c:a aac -b:a 112k -movflags +faststart
}

for clip in ${*:-$CLIPS}; do
  case " $CLIPS " in
    *" $clip "*) "$clip" ;;
    *) die "no such clip: $clip (there are: $CLIPS)" ;;
  esac
done
